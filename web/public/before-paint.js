// Runs before anything else is there, in any browser whatever: what stands here is ES5, and so is every word of it.

// The scheme that the person chose, so that nothing flashes, not even before the styles; the bars of the browser follow it.
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
    // oxlint-disable-next-line no-unused-vars -- Without a name it is a newer word.
  } catch (error) {
    // No storage, no choice: the device decides.
  }
})();

// Whoever presses a button of a drawn page before its script is there has pressed it: it acts when it no longer waits.
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

// What the styles cannot do without came last to each of the oldest browsers that are supported: light-dark() to Chrome
// 123 and Safari 17.5, @property to Firefox 128.
(function () {
  var knowsColours = window.CSS && CSS.supports && CSS.supports('color', 'light-dark(red, red)');
  if (knowsColours && 'CSSPropertyRule' in window) return;
  var notice =
    '<h1>Zapdeck needs a newer browser</h1>' +
    '<p>It runs in Chrome and Edge from version 123, Firefox from 128, and Safari from 17.5 (iOS 17.5). ' +
    'Please update this browser, or open the page in another one.</p>';
  // What follows becomes text that nobody sees: no script in it would get far here.
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
