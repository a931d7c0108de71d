/* Bars of the plan, moved by pointer, finger and keys. A move saves nothing: it sends the form that changes the same, which
   answers with what the change would do. Without it that form stands behind the name of each wave and database. */
(function () {
  'use strict';
  var DAY = 86400000;
  var LONGEST = 3660;
  var held = null; /* the bar that a pointer holds: where it took it, and at which pixel */

  function moved(grab) { return Number(grab.getAttribute('aria-valuenow')) || 0; }
  function pixels(grab) {
    var table = grab.closest('[data-days]');
    return grab.ownerSVGElement.getBoundingClientRect().width / Number(table.dataset.days);
  }
  /* Days of the calendar, whatever the clock of the zone does meanwhile: local times keep their time of day. */
  function shifted(local, days) {
    return new Date(Date.parse(local + ':00Z') + days * DAY).toISOString().slice(0, 16);
  }
  function said(local) {
    return new Intl.DateTimeFormat(navigator.language, { timeZone: 'UTC', dateStyle: 'medium' })
      .format(new Date(local + ':00Z'));
  }
  function dates(grab) { return new URLSearchParams(grab.dataset.dates); }
  function show(grab, days) {
    var n = Math.max(-LONGEST, Math.min(LONGEST, days));
    var by = n === 0 ? null : 'translate(' + n * pixels(grab) + ' 0)';
    var date = said(shifted(dates(grab).values().next().value, n));
    grab.setAttribute('aria-valuenow', String(n));
    grab.setAttribute('aria-valuetext', date);
    grab.classList.toggle('moves', n !== 0);
    var words = grab.ownerSVGElement.querySelector('.moved');
    words.textContent = n === 0 ? '' : date;
    [grab, words].forEach(function (one) {
      if (by) one.setAttribute('transform', by); else one.removeAttribute('transform');
    });
  }
  function leave(grab) {
    show(grab, 0);
    held = null;
  }
  function ask(grab) {
    var form = document.getElementById('move');
    var days = moved(grab);
    if (!form || days === 0 || form.dataset.sent) return;
    form.querySelectorAll('[data-of-move]').forEach(function (field) { field.remove(); });
    var add = function (value, name) {
      var field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = value;
      field.setAttribute('data-of-move', '');
      form.append(field);
    };
    new URLSearchParams(grab.dataset.fields).forEach(add);
    dates(grab).forEach(function (local, name) { add(shifted(local, days), name); });
    form.setAttribute('action', grab.dataset.to);
    form.requestSubmit();
  }

  document.addEventListener('pointerdown', function (event) {
    var grab = event.target.closest && event.target.closest('[data-grab]');
    if (!grab || event.button !== 0 || held) return;
    event.preventDefault();
    grab.focus({ preventScroll: true });
    grab.setPointerCapture(event.pointerId);
    held = { grab: grab, x: event.clientX, from: moved(grab), pointer: event.pointerId };
  });
  document.addEventListener('pointermove', function (event) {
    if (!held || event.pointerId !== held.pointer) return;
    show(held.grab, held.from + Math.round((event.clientX - held.x) / pixels(held.grab)));
  });
  document.addEventListener('pointerup', function (event) {
    if (!held || event.pointerId !== held.pointer) return;
    var grab = held.grab;
    held = null;
    ask(grab);
  });
  /* a finger that scrolls the page after all moves nothing */
  document.addEventListener('pointercancel', function (event) {
    if (held && event.pointerId === held.pointer) leave(held.grab);
  });
  document.addEventListener('keydown', function (event) {
    var grab = held ? held.grab : event.target.closest && event.target.closest('[data-grab]');
    if (!grab || event.altKey || event.ctrlKey || event.metaKey) return;
    var by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 7, PageDown: -7 }[event.key];
    if (event.key === 'Escape') leave(grab);
    else if (event.key === 'Enter') ask(grab);
    else if (by && !held) show(grab, moved(grab) + by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  /* who goes on elsewhere has moved nothing */
  document.addEventListener('focusout', function (event) {
    if (event.target.matches && event.target.matches('[data-grab]') && !held) leave(event.target);
  });
  /* and a plan that draws itself anew waits meanwhile */
  document.addEventListener('htmx:beforeRequest', function (event) {
    var live = event.detail.elt;
    if (live && live.matches && live.matches('#plan') && live.querySelector('.grab.moves')) event.preventDefault();
  });
})();
