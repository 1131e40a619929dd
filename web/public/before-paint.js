// Runs before all other code, in any browser, so it is written in ES5.

// Applies the chosen colour scheme before the styles load, so that nothing flashes. The browser's toolbars follow it.
(function () {
  var page = document.documentElement;
  try {
    var theme = localStorage.getItem('zapdeck.theme');
    if (theme !== 'light' && theme !== 'dark') return;
    page.setAttribute('data-theme', theme);
    document.querySelector('meta[name=color-scheme]').setAttribute('content', theme);
    var bars = document.querySelectorAll('meta[name=theme-color]');
    for (var i = 0; i < bars.length; i += 1) {
      bars[i].setAttribute('media', bars[i].getAttribute('data-scheme') === theme ? 'all' : 'not all');
    }
    // oxlint-disable-next-line no-unused-vars -- ES5 has no catch without a name.
  } catch (error) {
    // Without storage there is no choice: the scheme of the device applies.
  }
})();

// Applies the colour of the instance: three colours, each for the light and the dark scheme.
(function () {
  var accent = document.querySelector('meta[name=accent]');
  var colours = accent ? accent.content.split(' ') : [];
  if (colours.length !== 6) return;
  var names = ['--brand', '--brand-ink', '--brand-soft'];
  for (var i = 0; i < names.length; i += 1) {
    var pair = 'light-dark(' + colours[2 * i] + ', ' + colours[2 * i + 1] + ')';
    document.documentElement.style.setProperty(names[i], pair);
  }
})();

// Repeats a click on a button of a prerendered page once its script is loaded.
(function () {
  var kept = null;
  function keepPress(event) {
    var button = event.target.closest && event.target.closest('button[data-waiting]');
    if (!button || button === kept) return;
    kept = button;
    var observer = new MutationObserver(function () {
      observer.disconnect();
      if (kept === button) button.click();
      kept = null;
    });
    observer.observe(button, { attributes: true, attributeFilter: ['data-waiting'] });
  }
  document.addEventListener('click', keepPress, true);
})();

// Tests the features that the styles need and that the oldest supported browsers added last: light-dark() in Chrome 123 and
// Safari 17.5, @property in Firefox 128.
(function () {
  var knowsColours = window.CSS && CSS.supports && CSS.supports('color', 'light-dark(red, red)');
  if (knowsColours && 'CSSPropertyRule' in window) return;
  var notice =
    '<h1>This site needs a newer browser</h1>' +
    '<p>It runs in Chrome and Edge from version 123, Firefox from 128, and Safari from 17.5 (iOS 17.5). ' +
    'Please update this browser, or open the page in another one.</p>';
  // The rest of the page becomes invisible text, so none of its scripts runs.
  document.write(notice + '<plaintext hidden>');
  var style = document.body.style;
  style.maxWidth = '32em';
  style.margin = '3em auto';
  style.padding = '0 1.25em';
  style.fontFamily = 'system-ui, sans-serif';
  style.lineHeight = '1.5';
  var heading = document.body.firstChild.style;
  heading.fontSize = '1.5em';
  heading.fontWeight = 'bold';
})();
