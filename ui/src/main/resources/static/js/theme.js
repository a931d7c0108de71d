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

  var asked = /[?&]theme=(light|dark)\b/.exec(location.search);
  var theme = asked ? asked[1] : kept('gulliver.theme');
  if ((theme === 'light' || theme === 'dark') && !matchMedia('(forced-colors: active)').matches) {
    root.dataset.theme = theme;
  }
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
    var toggle = event.target.closest('[data-theme-toggle]');
    if (toggle) {
      var dark = root.dataset.theme
        ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = dark ? 'light' : 'dark';
      keep('gulliver.theme', root.dataset.theme);
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
