// Runs before the first paint: the theme of this device, the cookie notice, the year, and whether the page that stands
// in the document is to be seen at all. A classic script without dependencies; storage may be forbidden, and then
// nothing of this matters.
(function () {
  var root = document.documentElement;
  var CONSENT = 'farm-diary-consent';
  var kept = null;
  var read = null;
  var session = false;
  try {
    kept = localStorage.getItem('farm-diary-theme');
    read = localStorage.getItem(CONSENT);
    for (var i = 0; i < localStorage.length; i++) {
      if (/^sb-.*-auth-token$/.test(localStorage.key(i) || '')) session = true;
    }
  } catch {
    // Read as: no choice, nobody signed in.
  }
  try {
    if (/^(light|dark|sunlight)$/.test(kept || '')) root.dataset.theme = kept;
    else if (matchMedia('(prefers-contrast: more)').matches) root.dataset.theme = 'sunlight';
  } catch {
    // The stylesheet asks the device itself.
  }

  var notice = document.querySelector('.cookie');
  if (notice) {
    notice.hidden = read !== null;
    notice.querySelector('button').addEventListener('click', function () {
      notice.hidden = true;
      try {
        localStorage.setItem(CONSENT, new Date().toISOString());
      } catch {
        // It comes again with the next page.
      }
    });
  }

  // The page may have been written last year.
  var copyright = document.querySelector('[data-year]');
  if (copyright) copyright.textContent = copyright.textContent.replace(/\d{4}/, new Date().getFullYear());

  // A document of its own carries its address; every other one is the app's.
  var page = root.dataset.page;
  if (!page && (session || location.pathname !== '/')) root.dataset.shell = 'app';
  // Where no script takes the page over, the way back into the app is shown here.
  var enter = document.querySelector('.enter');
  if (session && enter && !document.querySelector('script[type=module]')) {
    enter.href = '/noticeboard';
    enter.textContent = 'Noticeboard';
  }
  // What comes next is fetched along with the script, not after it: what brings the page to life, or the app.
  var next = page || root.dataset.shell !== 'app' ? 'ahead' : session ? 'app' : 'nothing';
  var ahead = document.querySelector('meta[name=' + next + ']');
  var files = ahead ? ahead.content.split(' ') : [];
  for (var at = 0; at < files.length; at++) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[at];
    document.head.append(link);
  }
})();
