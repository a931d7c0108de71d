/* Runs in <head>, before the first paint, so that no page flashes in the wrong theme or density.
   Without it the system's theme and the normal density apply. */
(function () {
  'use strict';
  var root = document.documentElement;

  function kept(key) {
    try { return localStorage.getItem(key); } catch (refused) { return null; }
  }
  function keep(key, value) {
    try { localStorage.setItem(key, value); } catch (refused) { /* holds for this page only */ }
  }

  var asked = /[?&]theme=(light|dark|system)\b/.exec(location.search);
  var theme = asked ? asked[1] : kept('gulliver.theme');
  /* light, dark, or as the system has it now and from then on; forced colours are the system's own */
  function wear(wanted) {
    theme = wanted === 'light' || wanted === 'dark' ? wanted : 'system';
    if (theme === 'system' || matchMedia('(forced-colors: active)').matches) delete root.dataset.theme;
    else root.dataset.theme = theme;
    showTheme();
  }
  function showTheme() {
    document.querySelectorAll('button[data-theme-choice]').forEach(function (button) {
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === theme));
    });
    document.querySelectorAll('[data-theme-toggle]').forEach(function (button) {
      if (!button.dataset[theme]) return;
      button.setAttribute('aria-label', button.dataset[theme]);
      button.setAttribute('title', button.dataset[theme]);
    });
  }
  wear(theme);
  document.addEventListener('DOMContentLoaded', showTheme);
  document.addEventListener('gulliver:parts', showTheme);
  /* the address decides before the habit: who is sent a view sees it as it was sent */
  var rows = /[?&]rows=(compact|normal|comfortable)\b/.exec(location.search);
  var density = rows ? rows[1] : kept('gulliver.density');
  if (density === 'compact' || density === 'comfortable') root.dataset.density = density;

  /* The zone of the reader travels as a cookie, so that the server writes every time in it. */
  try {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && document.cookie.indexOf('gulliver-zone=' + encodeURIComponent(zone)) < 0) {
      document.cookie = 'gulliver-zone=' + encodeURIComponent(zone) + '; path=/; max-age=31536000; samesite=lax';
    }
  } catch (unknown) { /* the program's zone is shown */ }

  function showDensity() {
    var now = root.dataset.density || 'normal';
    document.querySelectorAll('button[data-density-choice]').forEach(function (button) {
      button.setAttribute('aria-pressed', String(button.dataset.densityChoice === now));
    });
  }
  document.addEventListener('DOMContentLoaded', showDensity);
  /* The part of an address behind # never reaches the server: the log-in form carries it on, so that a link to a line
     of a log leads to that line. */
  document.addEventListener('DOMContentLoaded', function () {
    var login = document.querySelector('form.login');
    if (login && location.hash) login.setAttribute('action', login.getAttribute('action') + location.hash);
  });
  document.addEventListener('click', function (event) {
    var chosen = event.target.closest('[data-theme-choice]');
    var toggle = event.target.closest('[data-theme-toggle]');
    if (chosen || toggle) {
      event.preventDefault();
      /* from the system's to the other one, which is seen at once, then to the system's as a choice, then back to the system */
      var other = matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark';
      wear(chosen ? chosen.dataset.themeChoice
        : theme === 'system' ? other : theme === other ? (other === 'dark' ? 'light' : 'dark') : 'system');
      keep('gulliver.theme', theme);
      return;
    }
    var choice = event.target.closest('button[data-density-choice]');
    if (choice) {
      root.dataset.density = choice.dataset.densityChoice;
      keep('gulliver.density', root.dataset.density);
      showDensity();
      var field = document.querySelector('[data-rows]');
      if (field) {
        field.value = root.dataset.density;
        field.form.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  });
})();
