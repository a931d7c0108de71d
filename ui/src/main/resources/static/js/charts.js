/* Charts answer where they are pointed at, or walked by arrows: value and time. Dragging over one opens that piece of time.
   Without it the links above the charts and the rows of their tables do the same. */
(function () {
  'use strict';
  var SVG = 'http://www.w3.org/2000/svg', WIDTH = 1000, LEAST = 8;

  function moment(seconds, zone) {
    return new Intl.DateTimeFormat(navigator.language, {
      timeZone: zone, day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short'
    }).format(new Date(seconds * 1000));
  }
  function iso(seconds) {
    return new Date(seconds * 1000).toISOString().replace('.000', '');
  }
  function made(name, css, place) {
    var element = document.createElementNS(SVG, name);
    element.setAttribute('class', css);
    place.appendChild(element);
    return element;
  }

  function lively(figure) {
    var from = Number(figure.dataset.from), to = Number(figure.dataset.to);
    var points = figure.dataset.trace.split(';').map(function (point) {
      var at = point.indexOf(' ');
      return { second: from + Number(point.slice(0, at)), value: point.slice(at + 1) };
    });
    var drawing = figure.querySelector('svg svg');
    var shade = made('rect', 'trace-piece', drawing), line = made('line', 'trace-at', drawing);
    shade.setAttribute('height', '160');
    line.setAttribute('y2', '160');
    var over = document.createElement('div');
    over.className = 'trace-on';
    over.tabIndex = 0;
    over.setAttribute('role', 'slider');
    over.setAttribute('aria-label', figure.dataset.name);
    over.setAttribute('aria-valuemin', from);
    over.setAttribute('aria-valuemax', to);
    var said = document.createElement('p');
    said.className = 'trace-said';
    said.setAttribute('aria-hidden', 'true'); /* the slider says the same */
    figure.insertBefore(over, drawing.parentNode.nextSibling);
    figure.insertBefore(said, over);
    var shown = points.length - 1, begun = null;

    function place(second) { return WIDTH * (second - from) / (to - from); }
    function words(point) {
      var zone = figure.dataset.zone, here = moment(point.second, zone), there = moment(point.second, 'UTC');
      return point.value + ' ' + figure.dataset.unit + ', ' + here + (here === there ? '' : ' (' + there + ')');
    }
    function value(at) {
      shown = Math.max(0, Math.min(points.length - 1, at));
      over.setAttribute('aria-valuenow', points[shown].second);
      over.setAttribute('aria-valuetext', words(points[shown]));
    }
    function show(at) {
      value(at);
      line.setAttribute('x1', place(points[shown].second));
      line.setAttribute('x2', place(points[shown].second));
      said.textContent = words(points[shown]);
      figure.classList.add('pointed');
    }
    function hide() {
      if (document.activeElement === over || begun !== null) return;
      figure.classList.remove('pointed');
      said.textContent = '';
    }
    function second(event) {
      var box = over.getBoundingClientRect();
      return from + (to - from) * Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    }
    function nearest(moment) {
      var low = 0, high = points.length - 1;
      while (low < high) {
        var middle = (low + high) >> 1;
        if (points[middle].second < moment) low = middle + 1; else high = middle;
      }
      return low > 0 && moment - points[low - 1].second < points[low].second - moment ? low - 1 : low;
    }
    function piece(event) {
      var ends = [begun.second, second(event)].sort(function (one, other) { return one - other; });
      shade.setAttribute('x', place(ends[0]));
      shade.setAttribute('width', place(ends[1]) - place(ends[0]));
      return ends;
    }
    function leave() {
      begun = null;
      shade.setAttribute('width', 0);
    }

    value(shown);
    over.addEventListener('focus', function () { show(shown); });
    over.addEventListener('blur', hide);
    over.addEventListener('pointerleave', hide);
    over.addEventListener('pointerdown', function (event) {
      show(nearest(second(event)));
      if (event.button !== 0 || event.pointerType === 'touch') return;
      begun = { x: event.clientX, second: second(event) };
      over.setPointerCapture(event.pointerId);
    });
    over.addEventListener('pointermove', function (event) {
      show(nearest(second(event)));
      if (begun) piece(event);
    });
    over.addEventListener('pointercancel', leave);
    over.addEventListener('pointerup', function (event) {
      if (!begun) return;
      var far = Math.abs(event.clientX - begun.x) >= LEAST, ends = piece(event);
      leave();
      if (far && Math.floor(ends[0]) < Math.ceil(ends[1])) {
        location.assign(figure.dataset.page + '&from=' + iso(Math.floor(ends[0])) + '&to=' + iso(Math.ceil(ends[1])));
      }
    });
    over.addEventListener('keydown', function (event) {
      var steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10,
        Home: -points.length, End: points.length };
      if (event.key === 'Escape' && begun) leave();
      if (!steps[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      show(shown + steps[event.key]);
    });
  }

  Array.prototype.forEach.call(document.querySelectorAll('figure[data-trace]'), lively);
})();
