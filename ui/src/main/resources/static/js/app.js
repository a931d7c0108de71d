/* What pages do beyond reading: problems shown in place, live changes, links copied. Pages work without it. */
(function () {
  'use strict';
  var announce = document.getElementById('announce');
  var words = announce ? announce.dataset : {};

  /* ---- Problems of htmx requests are shown beside what was asked, never swallowed ---------------------------- */
  function problemPlace(element) {
    var own = element && element.closest('dialog, form.edit, form.ev, form.ask');
    if (own) {
      /* what was asked in a form of its own is answered inside it: a dialog covers the rest of the page */
      var inside = own.querySelector('[data-problem-here]');
      if (!inside) {
        inside = document.createElement('div');
        inside.className = 'problem-here';
        inside.setAttribute('data-problem-here', '');
        own.prepend(inside);
      }
      return inside;
    }
    var near = element && element.closest('[data-problem-scope], form, section, main');
    var place = near && near.querySelector('[data-problem-here]');
    if (!place) {
      place = document.querySelector('main [data-problem-here]');
    }
    if (!place) {
      place = document.createElement('div');
      place.className = 'problem-here';
      place.setAttribute('data-problem-here', '');
      document.querySelector('main').prepend(place);
    }
    return place;
  }
  /* A region that draws itself anew keeps what a person ticked, and waits while somebody types into it. */
  var ticks = {};
  function ticked(element) {
    return Array.prototype.filter.call(element.querySelectorAll('input[type=checkbox]'), function (box) {
      return box.checked !== box.defaultChecked;
    });
  }
  document.addEventListener('htmx:beforeRequest', function (event) {
    var element = event.detail.elt;
    if (!element || !element.matches || !element.matches('[data-keep-ticks]')) return;
    var active = document.activeElement;
    if (active && element.contains(active) && /^(TEXTAREA|SELECT)$|^INPUT$/.test(active.tagName)
        && !/^(checkbox|radio|submit|button)$/.test(active.type)) event.preventDefault();
  });
  document.addEventListener('htmx:beforeSwap', function (event) {
    var element = event.detail.target;
    if (!element || !element.matches || !element.matches('[data-keep-ticks]')) return;
    ticks[element.id] = ticked(element).map(function (box) {
      return { name: box.name, value: box.value, checked: box.checked };
    });
  });
  document.addEventListener('htmx:afterSwap', function () {
    Object.keys(ticks).forEach(function (id) {
      var element = document.getElementById(id);
      if (element) {
        ticks[id].forEach(function (was) {
          Array.prototype.forEach.call(element.querySelectorAll('input[type=checkbox]'), function (box) {
            if (box.name === was.name && box.value === was.value) box.checked = was.checked;
          });
        });
      }
      delete ticks[id];
    });
  });
  document.addEventListener('htmx:beforeSwap', function (event) {
    if (event.detail.xhr.status < 400) return;
    event.detail.shouldSwap = true;
    event.detail.isError = true;
    event.detail.target = problemPlace(event.detail.requestConfig.elt);
    event.detail.swapOverride = 'innerHTML';
  });
  document.addEventListener('htmx:beforeRequest', function (event) {
    var place = problemPlace(event.detail.elt);
    if (place.firstChild) place.replaceChildren();
  });
  function offline(event) {
    noAnswer(problemPlace(event.detail.elt));
  }
  function noAnswer(place) {
    var note = document.createElement('p');
    note.className = 'note s-failed';
    note.setAttribute('role', 'alert');
    note.textContent = words.offline || '';
    place.replaceChildren(note);
    look(place);
  }
  function look(place) {
    place.setAttribute('tabindex', '-1');
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: 'nearest' });
  }
  /* Forms are sent by script, so that a refusal stands beside what was typed and nothing typed is lost. Without
     script they are sent as forms, and refusals are pages. */
  function go(where) {
    var to = new URL(where, location.href);
    if (to.pathname === location.pathname && to.search === location.search && to.hash) {
      location.hash = to.hash;
      location.reload();
    } else {
      location.assign(to.href);
    }
  }
  function sendForm(form, submitter) {
    var body = new FormData(form);
    if (submitter && submitter.name) body.append(submitter.name, submitter.value);
    if (form.getAttribute('enctype') !== 'multipart/form-data') body = new URLSearchParams(body);
    form.setAttribute('aria-busy', 'true');
    fetch(form.getAttribute('action'), { /* a field may be called action too */
      method: 'POST', body: body, credentials: 'same-origin',
      headers: { 'HX-Request': 'true', 'X-In-Place': '1', Accept: 'text/html' }
    }).then(function (answer) {
      var preview = answer.headers.get('X-Preview') === 'yes';
      if (answer.ok && !preview) {
        var next = answer.headers.get('X-Location');
        if (next) go(next); else location.reload();
        return null;
      }
      return answer.text().then(function (text) {
        var place = problemPlace(form);
        if (/<main[\s>]/.test(text)) {
          /* the same page with each mistake beside its field */
          var main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
          document.querySelector('main').replaceChildren.apply(
            document.querySelector('main'), Array.prototype.slice.call(document.adoptNode(main).childNodes));
          var first = document.querySelector('main [aria-invalid=true]');
          if (first) first.focus();
          else if (preview) { document.querySelector('main').focus(); window.scrollTo(0, 0); }
        } else {
          place.innerHTML = text;
          look(place);
        }
      });
    }).catch(function () {
      noAnswer(problemPlace(form));
    }).then(function () {
      form.removeAttribute('aria-busy');
      delete form.dataset.sent;
    });
  }
  /* What no person asked for keeps nobody logged in. */
  document.addEventListener('htmx:configRequest', function (event) {
    if (!event.detail.triggeringEvent) event.detail.headers['X-By-Itself'] = '1';
  });
  document.addEventListener('htmx:sendError', offline);
  document.addEventListener('htmx:timeout', offline);

  /* ---- Live changes ------------------------------------------------------------------------------------------ */
  var url = document.body.dataset.events;
  var live = document.getElementById('live');
  var stale = document.getElementById('stale');
  var login = stale && stale.querySelector('[data-login]');
  var last = null, heard = 0, source = null, polling = null, retry = null, staleSince = null;
  var waiting = {}, flush = null, told = 0, untold = [];

  function state(word, isStale) {
    if (!live) return;
    live.hidden = false;
    live.classList.toggle('is-stale', isStale);
    live.querySelector('[data-live-word]').textContent = word;
  }
  function showStale() {
    if (!staleSince) return;
    var age = Math.max(0, Math.round((Date.now() - staleSince) / 1000));
    state(words.stale || '', true);
    if (stale) {
      stale.hidden = false;
      stale.querySelector('[data-stale-age]').textContent =
        age < 90 ? age + ' s' : Math.round(age / 60) + ' min';
    }
  }
  /* nothing can be saved: in red since when, on every page, and away by itself */
  var notice = document.getElementById('store-notice');
  function storeNotice(text) {
    if (!notice || typeof text !== 'string') return;
    var line = notice.querySelector('[data-store-words]');
    if (line.textContent !== text) line.textContent = text;
    notice.hidden = !text;
  }
  function alive() {
    heard = Date.now();
    staleSince = null;
    if (login) login.hidden = true;
    if (stale) stale.hidden = true;
    state(polling ? words.polling || '' : words.live || '', false);
  }
  function regions(key) {
    return Array.prototype.filter.call(document.querySelectorAll('[data-live]'), function (element) {
      return key === '*' || element.dataset.live === '*' || element.dataset.live.split(' ').indexOf(key) >= 0;
    });
  }
  /* where somebody types, typed words, a refusal that is being read, and an opened form stay as they are */
  function inUse(element) {
    var active = document.activeElement;
    return active && element.contains(active) && /^(INPUT|TEXTAREA|SELECT)$/.test(active.tagName)
      && active.type !== 'checkbox' || Array.prototype.some.call(element.querySelectorAll('input, textarea'), function (field) {
      return field.type !== 'hidden' && !/^(checkbox|radio|file)$/.test(field.type)
        && field.value !== field.defaultValue || field.type === 'file' && field.files.length > 0;
    }) || !!element.querySelector('[data-problem-here]:not(:empty), details[open]');
  }
  /* also what was typed after a refresh was asked for, and before its answer came */
  document.addEventListener('htmx:beforeSwap', function (event) {
    var element = event.detail.target;
    if (element && element === event.detail.requestConfig.elt && element.matches('[data-live]') && inUse(element)) {
      event.detail.shouldSwap = false;
    }
  });
  function refresh(keys) {
    var done = new Set();
    keys.forEach(function (key) {
      regions(key).forEach(function (element) {
        if (done.has(element)) return;
        done.add(element);
        if (inUse(element)) return;
        /* what the last form was answered stays to be read */
        var said = element.querySelector('.flash');
        if (said) element.before(said);
        if (window.htmx) {
          window.htmx.ajax('GET', element.dataset.liveSrc, { source: element, target: element, swap: 'morph:outerHTML' });
        }
      });
    });
    return done.size;
  }
  function tell(name) {
    if (name && untold.indexOf(name) < 0) untold.push(name);
    if (!announce || !untold.length) return;
    var wait = told + 5000 - Date.now();
    if (wait > 0) {
      if (!tell.timer) tell.timer = setTimeout(function () { tell.timer = null; tell(); }, wait);
      return;
    }
    told = Date.now();
    announce.textContent = untold.length === 1
      ? (words.changedOne || '').replace('#', untold[0])
      : (words.changedMany || '').replace('#', String(untold.length));
    untold = [];
  }
  function changed(event) {
    if (event.id) last = event.id;
    if (event.resync) {
      waiting['*'] = true;
    } else if (event.log) {
      /* only what a step prints grew: who follows that log reads on */
      waiting['log:' + event.migration] = true;
    } else {
      waiting['program'] = true;
      waiting['database:' + event.database] = true;
      waiting.tasks = true;
      tell(event.database);
    }
    if (!flush) {
      flush = setTimeout(function () {
        flush = null;
        var keys = Object.keys(waiting);
        waiting = {};
        refresh(keys);
      }, 300);
    }
  }
  function connect() {
    if (source) source.close();
    source = new EventSource(url + (last ? '?after=' + encodeURIComponent(last) : ''));
    source.addEventListener('open', function () {
      if (polling) { clearInterval(polling); polling = null; }
      alive();
    });
    source.addEventListener('beat', alive);
    source.addEventListener('store', function (message) {
      alive();
      storeNotice(JSON.parse(message.data).notice);
    });
    source.addEventListener('change', function (message) {
      alive();
      var event = JSON.parse(message.data);
      event.id = message.lastEventId;
      changed(event);
    });
    source.addEventListener('resync', function (message) {
      alive();
      changed({ id: message.lastEventId, resync: true });
    });
    source.addEventListener('error', function () {
      if (!staleSince) staleSince = Date.now();
      showStale();
      if (source.readyState === EventSource.CLOSED && !retry) {
        retry = setTimeout(function () { retry = null; connect(); }, 2000);
      }
      startPolling();
    });
  }
  function startPolling() {
    if (polling) return;
    polling = setInterval(function () {
      if (source && source.readyState === EventSource.OPEN) return;
      fetch(url.replace(/events$/, 'changes') + (last ? '?after=' + encodeURIComponent(last) : ''), {
        headers: { Accept: 'application/json', 'X-By-Itself': '1' }, credentials: 'same-origin'
      }).then(function (answer) {
        if (answer.status === 401 && login) login.hidden = false;
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      }).then(function (body) {
        alive();
        storeNotice(body.notice);
        (body.changes || []).forEach(changed);
        if (body.resync) changed({ id: body.last, resync: true });
        last = body.last;
      }).catch(function () {
        if (!staleSince) staleSince = Date.now();
        showStale();
      });
    }, 3000);
  }
  if (url && window.EventSource && document.querySelector('[data-live]')) {
    connect();
    setInterval(function () {
      if (!staleSince && heard && Date.now() - heard > 20000) staleSince = heard;
      showStale();
    }, 1000);
    window.addEventListener('pagehide', function () { if (source) source.close(); });
  } else if (notice) {
    /* pages without a stream ask */
    setInterval(function () {
      fetch('/store-notice', { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
        .then(function (answer) { return answer.json(); })
        .then(function (body) { storeNotice(typeof body.notice === 'string' ? body.notice : body.detail); })
        .catch(function () { /* the server is away: what is shown stays */ });
    }, 10000);
  }

  /* ---- A log that is followed shows its end, unless somebody reads further up ----------------------------------- */
  var follows = function () {
    Array.prototype.forEach.call(document.querySelectorAll('[data-follow]'), function (log) {
      if (log.dataset.left !== 'true') log.scrollTop = log.scrollHeight;
    });
  };
  document.addEventListener('scroll', function (event) {
    var log = event.target;
    if (log.dataset && 'follow' in log.dataset) {
      log.dataset.left = String(log.scrollHeight - log.scrollTop - log.clientHeight > 40);
    }
  }, true);
  follows();
  document.addEventListener('htmx:afterSwap', follows);

  /* ---- The end of the log-in is announced ---------------------------------------------------------------------- */
  var idle = document.getElementById('session-idle');
  var limit = document.getElementById('session-limit');
  if (idle && idle.showModal && document.body.dataset.sessionIdle) {
    var warning = Number(document.body.dataset.sessionWarning) * 1000;
    var idleAt, endAt, asking = false, asked = 0, over = false, waved = 0;
    var lasts = function (left) {
      idleAt = Date.now() + left.idle * 1000;
      endAt = Date.now() + left.end * 1000;
      over = false;
      if (!left.csrf) return;
      /* after a new log-in in another tab the forms of this page are of the new session */
      document.querySelectorAll('input[name=_csrf]').forEach(function (field) { field.value = left.csrf; });
      var headers = JSON.parse(document.body.getAttribute('hx-headers') || '{}');
      Object.keys(headers).forEach(function (name) { headers[name] = left.csrf; });
      document.body.setAttribute('hx-headers', JSON.stringify(headers));
    };
    var askLeft = function (stay) {
      if (asking) return;
      asking = true;
      asked = Date.now();
      var headers = stay ? JSON.parse(document.body.getAttribute('hx-headers') || '{}') : { 'X-By-Itself': '1' };
      headers.Accept = 'application/json';
      fetch(stay ? '/sessions/extend' : '/sessions/left', {
        method: stay ? 'POST' : 'GET', headers: headers, credentials: 'same-origin'
      }).then(function (answer) {
        if (answer.status === 401 || answer.status === 403) over = true;
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      }).then(lasts).catch(function () { /* the server is away: what is known counts on */ }).then(function () {
        asking = false;
        tick();
      });
    };
    var count = function (place, until) {
      var s = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      var text = Math.floor(s / 60) + ':' + (s % 60 < 10 ? '0' : '') + s % 60;
      var field = place.querySelector('[data-count]');
      if (field.textContent !== text) field.textContent = text;
    };
    var tick = function () {
      var now = Date.now();
      var late = idleAt - now <= warning;
      if (now >= endAt || now >= idleAt) over = true;
      /* another tab may have done something, or logged in again */
      if ((late || over) && now - asked > 5000) { askLeft(false); return; }
      if (asking) return;
      limit.hidden = over || endAt - now > warning;
      if (!limit.hidden) count(limit, endAt);
      var shown = over || late && idleAt < endAt && Math.abs(waved - idleAt) > 3000;
      idle.querySelector('[data-while-in]').hidden = over;
      idle.querySelector('[data-when-over]').hidden = !over;
      if (shown) {
        count(idle, idleAt);
        if (!idle.open) {
          idle.showModal(); /* the browser brings the focus back to what was typed into when it closes */
          idle.querySelector(over ? '[data-again]' : '[data-stay]').focus();
        }
      } else if (idle.open) {
        idle.close();
      }
    };
    lasts({ idle: Number(document.body.dataset.sessionIdle), end: Number(document.body.dataset.sessionEnd) });
    idle.querySelector('[data-stay]').addEventListener('click', function () { askLeft(true); });
    idle.addEventListener('cancel', function () { waved = idleAt; });
    setInterval(tick, 1000);
  }

  /* ---- What a figure is: one box at a time, closed by Escape and by whatever is done elsewhere ------------------- */
  var what = 'details.what[open]';
  function elsewhere(event) {
    Array.prototype.forEach.call(document.querySelectorAll(what), function (box) {
      if (!box.contains(event.target)) box.open = false;
    });
  }
  document.addEventListener('click', elsewhere);
  document.addEventListener('focusin', elsewhere);
  document.addEventListener('keydown', function (event) {
    var box = event.key === 'Escape' && !event.isComposing && !document.querySelector('dialog[open]')
      && document.querySelector(what);
    if (!box) return;
    if (box.contains(document.activeElement)) box.querySelector('summary').focus();
    box.open = false;
    event.preventDefault();
  });

  /* ---- Small helps -------------------------------------------------------------------------------------------- */
  document.addEventListener('click', function (event) {
    if (event.target.closest('[data-reload]')) { location.reload(); return; }
    var copy = event.target.closest('[data-copy], [data-copy-link]');
    if (copy) {
      if (!navigator.clipboard) return; /* not over plain HTTP: the link then leads there, and can be copied */
      event.preventDefault();
      var text = copy.hasAttribute('data-copy-link')
        ? new URL(copy.getAttribute('href') || location.href, location.href).href
        : document.getElementById(copy.dataset.copy).textContent;
      navigator.clipboard.writeText(text).then(function () {
        if (announce) announce.textContent = words.copied || '';
        copy.classList.add('copied');
        setTimeout(function () { copy.classList.remove('copied'); }, 1500);
      });
      return;
    }
    var closer = event.target.closest('[data-close-dialog]');
    if (closer) { closer.closest('dialog').close(); return; }
    var opener = event.target.closest('[data-dialog]');
    if (opener) {
      var dialog = document.getElementById(opener.dataset.dialog);
      if (dialog && dialog.showModal) {
        event.preventDefault();
        dialog.showModal();
      }
    }
  });
  /* A typed confirmation: the button wakes up when the name is right. The server checks it again. */
  document.addEventListener('input', function (event) {
    var form = event.target.closest('form[data-confirm]');
    if (!form) return;
    var typed = form.querySelector('[name=confirm]');
    var button = form.querySelector('button[type=submit]');
    if (typed && button) button.disabled = typed.value.trim() !== form.dataset.confirm;
  });
  document.querySelectorAll('form[data-confirm] button[type=submit]').forEach(function (b) { b.disabled = true; });
  /* A form that is sent twice is sent once. */
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if ((form.getAttribute('method') || '').toLowerCase() !== 'post' || form.hasAttribute('hx-post') || event.defaultPrevented) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = 'yes';
    if (form.hasAttribute('data-plain') || !window.fetch) return;
    event.preventDefault();
    sendForm(form, event.submitter);
  });
  window.addEventListener('pageshow', function () {
    document.querySelectorAll('form[data-sent]').forEach(function (form) { delete form.dataset.sent; });
  });
})();
