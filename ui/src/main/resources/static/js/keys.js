/* Keys: the palette (Ctrl or Cmd and K), the list of keys (?), search (/), g and a letter to go, j k x Enter Esc in lists.
   Those of one letter can be switched off. Everything is reached by links too. */
(function () {
  'use strict';
  var person = document.body.dataset.person;
  if (!person) return;
  var MOST_RECENT = 6;

  /* ---- What this browser keeps for the person ---------------------------------------------------------------- */
  function kept(name) {
    try { return localStorage.getItem('gulliver.' + name + '.' + person); } catch (refused) { return null; }
  }
  function keep(name, value) {
    try {
      if (value === null) localStorage.removeItem('gulliver.' + name + '.' + person);
      else localStorage.setItem('gulliver.' + name + '.' + person, value);
    } catch (refused) { /* holds for this page only */ }
  }
  var letters = kept('letters') !== 'off';
  function switchLetters(on) {
    letters = on;
    keep('letters', on ? null : 'off');
    showLetters();
  }
  function showLetters() {
    document.querySelectorAll('[data-keys-switch]').forEach(function (box) { box.checked = letters; });
    document.querySelectorAll('[data-scripted]').forEach(function (part) { part.hidden = false; });
    document.querySelectorAll('.find kbd').forEach(function (key) { key.hidden = !letters; });
  }
  showLetters();
  document.addEventListener('change', function (event) {
    if (event.target.matches('[data-keys-switch]')) switchLetters(event.target.checked);
  });

  /* What was opened last: the address without what is open on the page, and the name that the page has. */
  function recent() {
    try {
      var all = JSON.parse(kept('recent') || '[]');
      return Array.isArray(all) ? all.filter(function (one) {
        return one && typeof one.name === 'string' && /^\/(?![/\\])/.test(one.href);
      }) : [];
    } catch (unreadable) { return []; }
  }
  (function remember() {
    var one = null;
    var thing = /^\/programs\/[^/]+\/(?:databases\/([^/]+)|risks\/R-\d+|plan\/waves\/\d+)/.exec(location.pathname);
    var title = document.querySelector('main h1');
    if (document.querySelector('main.bare-page, main .problem:not([hidden])') || !title) return;
    if (thing) {
      one = { href: thing[0], name: thing[1] ? decodeURIComponent(thing[1]) : title.textContent.trim() };
    } else if (location.pathname === '/tasks' && /[?&]task=/.test(location.search) && document.getElementById('tkh')) {
      one = {
        href: '/tasks?task=' + encodeURIComponent(new URLSearchParams(location.search).get('task')),
        name: document.getElementById('tkh').textContent.trim()
      };
    }
    if (!one) return;
    var all = recent().filter(function (other) { return other.href !== one.href; });
    all.unshift(one);
    keep('recent', JSON.stringify(all.slice(0, 3 * MOST_RECENT)));
  })();
  document.addEventListener('submit', function (event) {
    if (event.target.matches('form.who')) keep('recent', null);
  });

  /* ---- Palette ------------------------------------------------------------------------------------------------ */
  var palette = document.getElementById('palette');
  var field = palette.querySelector('input');
  var list = document.getElementById('palette-l');
  var say = palette.querySelector('.pl-say');
  var asked = 0, shown = null, timer = null, enter = false;

  function options() { return Array.prototype.slice.call(list.querySelectorAll('[role=option]')); }
  function current() { return list.querySelector('[aria-selected=true]'); }
  function choose(option) {
    options().forEach(function (one) { one.setAttribute('aria-selected', String(one === option)); });
    if (option) {
      field.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else {
      field.removeAttribute('aria-activedescendant');
    }
  }
  function recentGroup(text) {
    var words = text.toLowerCase().split(/\s+/);
    var fits = recent().filter(function (one) {
      return one.href !== location.pathname + location.search && words.every(function (word) {
        return one.name.toLowerCase().indexOf(word) >= 0;
      });
    }).slice(0, text ? 3 : MOST_RECENT);
    if (!fits.length || /^[>#!]/.test(text)) return null;
    var group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-labelledby', 'pal-recent');
    var head = document.createElement('div');
    head.className = 'pl-gh';
    head.id = 'pal-recent';
    head.textContent = list.dataset.recent;
    group.append(head);
    fits.forEach(function (one, at) {
      var option = document.createElement('a');
      option.className = 'pl-o';
      option.id = 'pal-recent-' + at;
      option.href = one.href;
      option.tabIndex = -1;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      var mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      mark.setAttribute('class', 'i');
      mark.setAttribute('aria-hidden', 'true');
      mark.append(document.createElementNS('http://www.w3.org/2000/svg', 'use'));
      mark.firstChild.setAttribute('href', '#i-clock');
      var name = document.createElement('span');
      name.append(document.createElement('b'));
      name.firstChild.textContent = one.name;
      var kind = document.createElement('span');
      kind.className = 'r';
      kind.textContent = list.dataset.before;
      option.append(mark, name, kind);
      group.append(option);
    });
    return group;
  }
  function show(text, answer) {
    shown = text;
    list.innerHTML = answer;
    var more = list.querySelector('[data-more]');
    var before = recentGroup(text);
    if (before) {
      var there = Array.prototype.map.call(before.querySelectorAll('a'), function (one) { return one.getAttribute('href'); });
      options().forEach(function (one) {
        if (there.indexOf(one.getAttribute('href')) >= 0) one.remove();
      });
      list.querySelectorAll('[role=group]').forEach(function (group) {
        if (!group.querySelector('[role=option]')) group.remove();
      });
      list.prepend(before);
    }
    var all = options();
    list.hidden = !all.length;
    field.setAttribute('aria-expanded', String(all.length > 0));
    say.textContent = !all.length ? say.dataset.none : more ? more.dataset.more : '';
    list.querySelectorAll('.pl-more').forEach(function (one) { one.remove(); });
    choose(all[0] || null);
    list.scrollTop = 0;
    if (enter) {
      enter = false;
      if (all[0]) all[0].click();
    }
  }
  function ask() {
    var text = field.value.trim(), mine = ++asked;
    fetch(field.dataset.src + (field.dataset.src.indexOf('?') < 0 ? '?' : '&') + 'q=' + encodeURIComponent(text), {
      headers: { 'HX-Request': 'true', Accept: 'text/html' }, credentials: 'same-origin'
    }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (answer) {
      /* what was typed since then is asked on its own */
      if (mine === asked) show(text, answer);
    }).catch(function () {
      if (mine !== asked) return;
      enter = false;
      list.hidden = true;
      field.setAttribute('aria-expanded', 'false');
      say.textContent = document.getElementById('announce').dataset.offline;
    });
  }
  function openPalette() {
    if (document.querySelector('dialog[open]') && !palette.open) return;
    if (palette.open) { palette.close(); return; }
    field.value = '';
    enter = false;
    palette.showModal(); /* the browser brings the focus back to where it was when it closes */
    field.focus();
    ask();
  }
  field.addEventListener('input', function () {
    enter = false;
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  field.addEventListener('keydown', function (event) {
    var all = options(), at = all.indexOf(current());
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (all.length) choose(all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]);
    } else if ((event.key === 'Home' || event.key === 'End') && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      choose(all[event.key === 'Home' ? 0 : all.length - 1] || null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (shown !== field.value.trim()) {
        enter = true; /* what was found belongs to other words */
        clearTimeout(timer);
        ask();
      } else if (current()) {
        if (event.ctrlKey || event.metaKey) window.open(current().href, '_blank', 'noopener');
        else current().click();
      }
    }
  });
  palette.addEventListener('click', function (event) {
    if (event.target === palette) { palette.close(); return; } /* beside it */
    var option = event.target.closest('[role=option]');
    if (!option) return;
    if (option.dataset.keysChoice) {
      event.preventDefault();
      switchLetters(option.dataset.keysChoice === 'on');
    }
    if (option.dataset.keysChoice || option.dataset.themeChoice
        || option.pathname + option.search === location.pathname + location.search) palette.close();
  });

  /* ---- List of keys ------------------------------------------------------------------------------------------- */
  var keys = document.getElementById('keys');
  function openKeys() {
    if (document.querySelector('dialog[open]')) return;
    var place = keys.querySelector('[data-keys-list]');
    keys.showModal();
    if (place.firstChild) return;
    fetch(keys.dataset.src, { headers: { 'HX-Request': 'true', Accept: 'text/html' }, credentials: 'same-origin' })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }).then(function (answer) {
        place.innerHTML = answer;
        /* on the page of the keys they have these names already */
        place.querySelectorAll('[id]').forEach(function (one) { one.removeAttribute('id'); });
        showLetters();
        document.dispatchEvent(new Event('gulliver:parts'));
      }).catch(function () {
        place.textContent = document.getElementById('announce').dataset.offline;
      });
  }
  keys.addEventListener('click', function (event) { if (event.target === keys) keys.close(); });
  document.addEventListener('click', function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (event.target.closest('[data-palette]')) {
      event.preventDefault();
      openPalette();
    } else if (event.target.closest('[data-keys]')) {
      event.preventDefault();
      palette.close();
      openKeys();
    }
  });

  /* ---- Lists -------------------------------------------------------------------------------------------------- */
  var LISTS = ['.grid tbody', 'ol.tasks', 'table.reg tbody', 'table.plan-table tbody', 'table.tbl tbody', 'ul.rows', 'ol.rows'];
  var from = null, ticked = null;

  function held(row) {
    var link = Array.prototype.filter.call(row.querySelectorAll('a[href]'), function (one) {
      return !one.hasAttribute('data-copy-link') && one.getClientRects().length;
    })[0];
    return link || row.querySelector('input[type=checkbox]:not([disabled])');
  }
  function rowOf(element) { return element && element.closest('main tbody > tr, main ol > li, main ul > li'); }
  function rows() {
    var own = rowOf(document.activeElement);
    var body = own && held(own) ? own.parentElement : null;
    var place = body && body.tagName === 'TBODY' ? body.parentElement : body;
    if (!place) {
      LISTS.some(function (selector) {
        return Array.prototype.some.call(document.querySelectorAll('main ' + selector), function (one) {
          if (!Array.prototype.some.call(one.children, held)) return false;
          place = one.tagName === 'TBODY' ? one.parentElement : one;
          return true;
        });
      });
    }
    if (!place) return [];
    var all = place.tagName === 'TABLE' ? place.querySelectorAll(':scope > tbody > tr') : place.children;
    return Array.prototype.filter.call(all, held);
  }
  function move(step) {
    var all = rows(), at = all.indexOf(rowOf(document.activeElement));
    if (!all.length) return false;
    if (at < 0) from = document.activeElement;
    var next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    held(next).focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
  }
  function box(row) { return row && row.querySelector('input[type=checkbox]:not([disabled])'); }
  function tick(upTo) {
    var row = rowOf(document.activeElement), one = box(row);
    if (!one) return false;
    var all = rows(), a = all.indexOf(ticked), b = all.indexOf(row);
    var meant = upTo && a >= 0 ? all.slice(Math.min(a, b), Math.max(a, b) + 1) : [row];
    var to = upTo && a >= 0 ? true : !one.checked;
    meant.map(box).forEach(function (each) {
      if (each && each.checked !== to) each.click();
    });
    ticked = row;
    return true;
  }
  function leave() {
    var all = rows();
    if (all.indexOf(rowOf(document.activeElement)) >= 0) {
      if (from && from !== document.body && document.contains(from)) from.focus();
      else document.activeElement.blur();
      from = null;
      return true;
    }
    var checked = all.map(box).filter(function (each) { return each && each.checked; });
    checked.forEach(function (each) { each.click(); });
    return checked.length > 0;
  }

  /* ---- One place that hears keys ------------------------------------------------------------------------------ */
  var going = false;
  document.addEventListener('keydown', function (event) {
    if (event.isComposing || event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      openPalette();
      return;
    }
    var target = event.target, typing = /^(TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable
      || target.tagName === 'INPUT' && !/^(checkbox|radio|button|submit|reset)$/.test(target.type);
    if (event.ctrlKey || event.metaKey || event.altKey || typing || document.querySelector('dialog[open]')) {
      going = false;
      return;
    }
    var was = going, done = false;
    going = false;
    if (event.key === 'Escape') {
      done = was || leave();
    } else if (letters) {
      if (was) {
        var link = /^[a-z]$/.test(event.key) && document.querySelector('.nav [data-go=' + event.key + ']');
        if (link) link.click();
        done = true;
      } else if (event.key === 'g') {
        going = true;
        done = true;
      } else if (event.key === '/') {
        var find = document.getElementById('q') || document.getElementById('find');
        if (find && find.getClientRects().length) find.focus(); else openPalette();
        done = true;
      } else if (event.key === '?') {
        openKeys();
        done = true;
      } else if (event.key === 'j' || event.key === 'k') {
        done = move(event.key === 'j' ? 1 : -1);
      } else if (event.key === 'x' || event.key === 'X') {
        done = tick(event.shiftKey);
      }
    }
    if (done) event.preventDefault();
  });
})();
