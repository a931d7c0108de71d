/* What is ticked in the grid of databases or the list of tasks: kept for this tab through sorting, paging, filters and live changes, and sent as one
   list. Without it the boxes of the page are sent as they are. */
(function () {
  'use strict';
  var done = document.querySelector('[data-bulk-done]');
  function name(place) { return 'gulliver.picks.' + place; }
  if (done) {
    try { sessionStorage.removeItem(name(done.dataset.bulkDone)); } catch (refused) { /* nothing is kept there */ }
    return;
  }
  if (!document.querySelector('form[data-bulk]')) return;
  var place = name(document.querySelector('form[data-bulk]').dataset.store);
  var picks = new Set();
  try {
    JSON.parse(sessionStorage.getItem(place) || '[]').forEach(function (one) { picks.add(String(one)); });
  } catch (unreadable) { /* begins with none */ }

  function keep() {
    try { sessionStorage.setItem(place, JSON.stringify(Array.from(picks))); } catch (refused) { /* holds for this page only */ }
  }
  function boxes() { return Array.prototype.slice.call(document.querySelectorAll('input[data-pick]')); }
  function show() {
    var all = boxes(), form = document.querySelector('form[data-bulk]');
    if (form && form.hasAttribute('data-bulk-page')) {
      /* a task that ended is no longer there to be ticked: what is ticked is what is seen */
      var shown = new Set(all.map(function (box) { return box.value; }));
      Array.from(picks).forEach(function (one) { if (!shown.has(one)) picks.delete(one); });
      keep();
    }
    all.forEach(function (box) {
      box.checked = picks.has(box.value);
      box.closest('tr, li').classList.toggle('on', box.checked);
    });
    var head = document.querySelector('[data-pick-shown]');
    if (head) {
      var ticked = all.filter(function (box) { return box.checked; }).length;
      (head.closest('[data-pick-head]') || head).hidden = false;
      head.checked = all.length > 0 && ticked === all.length;
      head.indeterminate = ticked > 0 && ticked < all.length;
    }
    if (!form) return;
    var count = form.querySelector('[data-bulk-count]');
    var words = picks.size === 1 ? form.dataset.one : form.dataset.many.replace('#', String(picks.size));
    count.hidden = false;
    if (count.textContent !== words) count.textContent = words;
    var whole = form.querySelector('[data-bulk-all]');
    form.hidden = !picks.size && !(whole && whole.checked);
    form.querySelector('[data-bulk-clear]').hidden = false;
  }
  function pick(box) {
    if (box.checked) picks.add(box.value); else picks.delete(box.value);
  }
  /* what was typed is asked for while it is typed: not once more when the field is left, which would draw the bar anew */
  document.addEventListener('change', function (event) {
    if (event.target.id === 'q') event.stopPropagation();
  }, true);
  document.addEventListener('change', function (event) {
    if (event.target.matches('[data-pick]')) {
      pick(event.target);
    } else if (event.target.matches('[data-pick-shown]')) {
      boxes().forEach(function (box) { box.checked = event.target.checked; pick(box); });
    } else if (!event.target.matches('[data-bulk-all]')) {
      return;
    }
    keep();
    show();
  });
  document.addEventListener('click', function (event) {
    if (!event.target.closest('[data-bulk-clear]')) return;
    picks.clear();
    var whole = document.querySelector('[data-bulk-all]');
    if (whole) whole.checked = false;
    keep();
    show();
    document.querySelector('.grid-box, [data-pick-head] input').focus();
  });
  /* one list, however many there are */
  document.addEventListener('formdata', function (event) {
    if (!event.target.matches('form[data-bulk]')) return;
    event.formData.delete('database');
    event.formData.delete('task');
    event.formData.set('picked', Array.from(picks).join('\n'));
  });
  document.addEventListener('htmx:afterSwap', show);
  show();
})();
