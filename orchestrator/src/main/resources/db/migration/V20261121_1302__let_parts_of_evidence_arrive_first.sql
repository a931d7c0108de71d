-- A content arrives part by part, each in a transaction of its own, and is there when its row in evidence is: one
-- transaction for all parts of a large file held more than a small heap has. Parts without that row are of an upload that
-- did not end; the same content again takes them over.
alter table evidence_parts drop constraint evidence_parts_evidence_fk;
