// Runs before the first paint: sets the theme, the cookie notice and the year, and decides whether the prerendered page
// is shown. A classic script without dependencies; if storage is blocked, the defaults apply.
(function () {
  var root = document.documentElement;
  var CONSENT = 'farm-diary-consent';
  var theme = null;
  var consent = null;
  var session = false;
  try {
    theme = localStorage.getItem('farm-diary-theme');
    consent = localStorage.getItem(CONSENT);
    for (var i = 0; i < localStorage.length; i++) {
      if (/^sb-.*-auth-token$/.test(localStorage.key(i) || '')) session = true;
    }
  } catch {
    // Storage is blocked: no theme chosen, no cookie consent, signed out.
  }
  try {
    if (/^(light|dark|sunlight)$/.test(theme || '')) root.dataset.theme = theme;
    else if (matchMedia('(prefers-contrast: more)').matches) root.dataset.theme = 'sunlight';
  } catch {
    // No matchMedia: the stylesheet's own media queries apply.
  }

  var notice = document.querySelector('.cookie');
  if (notice) {
    notice.hidden = consent !== null;
    notice.querySelector('button').addEventListener('click', function () {
      notice.hidden = true;
      try {
        localStorage.setItem(CONSENT, new Date().toISOString());
      } catch {
        // The notice shows again on the next page.
      }
    });
  }

  // Remembers a button that was pressed before the script is ready; the form submits itself once the script runs.
  function rememberPress(button) {
    if (button) root.dataset.pressed = button.dataset.early;
  }
  document.addEventListener('click', function (event) {
    rememberPress(event.target.closest('[data-early]'));
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Enter' && event.target.form) rememberPress(event.target.form.querySelector('[data-early]'));
  });

  // The page may have been built in an earlier year.
  var copyright = document.querySelector('[data-year]');
  if (copyright) copyright.textContent = copyright.textContent.replace(/\d{4}/, new Date().getFullYear());

  // The document of a public page has its path in data-page; any other document is the app's.
  var page = root.dataset.page;
  if (!page && (session || location.pathname !== '/')) root.dataset.shell = 'app';
  // If no script hydrates the page, the link back into the app is set here.
  var enter = document.querySelector('.enter');
  if (session && enter && !document.querySelector('script[type=module]')) {
    enter.href = '/noticeboard';
    enter.textContent = 'Noticeboard';
  }
  // Preload, in parallel with the script, the files that come next: those that hydrate the page, or those of the app.
  var isPage = page || root.dataset.shell !== 'app';
  var preload =
    isPage || session ? document.querySelector('meta[name=' + (isPage ? 'preload-page' : 'preload-app') + ']') : null;
  var files = preload ? preload.content.split(' ') : [];
  for (var at = 0; at < files.length; at++) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[at];
    document.head.append(link);
  }

  // With a service worker, the files that the start needs are on the device: no start takes this long. Also the timeout
  // of each file that is fetched again.
  var MAX_WAIT_MS = 20000;
  watchStart();

  // The app removes the loading message when it renders. If that does not happen, offer to load the app again: a file
  // on this device may be damaged, or come from another site (a captive portal).
  function watchStart() {
    var loading = document.getElementById('shell-loading');
    if (!loading) return;
    var worker = navigator.serviceWorker;
    var offered = false;
    function offer() {
      if (offered || !loading.isConnected) return;
      offered = true;
      root.dataset.shell = 'app';
      loading.setAttribute('role', 'alert');
      var text = document.createElement('span');
      text.textContent =
        'Farm Diary did not start. Part of it is missing or damaged on this device. What you saved here is safe.';
      var button = document.createElement('button');
      button.type = 'button';
      button.className = 'btn btn-main';
      button.textContent = 'Load it again';
      button.addEventListener('click', function () {
        button.disabled = true;
        fetchAgain().then(
          function () {
            location.reload();
          },
          function (error) {
            text.textContent = error.message;
            button.disabled = false;
          },
        );
      });
      loading.replaceChildren(text, button);
    }
    // By then the app's script has run or failed.
    window.addEventListener('load', function () {
      if (!root.dataset.script) offer();
    });
    if (worker && worker.controller) setTimeout(offer, MAX_WAIT_MS);
  }

  // Removes the service worker and the files that it installed; unsent entries stay. Only if the server can be reached:
  // without a worker and without a server the app would not open at all.
  async function fetchAgain() {
    // The worker never responds for its own file.
    var response = await fetch('/sw.js', { cache: 'no-store' }).catch(function () {
      throw new Error('This needs signal. Try again where there is some: what you saved on this device is safe.');
    });
    if (response.ok && /^text\/html/.test(response.headers.get('content-type') || ''))
      throw new Error(
        'This network answers with a page of its own. Try again on another one: what you saved here is safe.',
      );
    if (navigator.serviceWorker) {
      var workers = await navigator.serviceWorker.getRegistrations();
      for (var one of workers) await one.unregister();
    }
    if (self.caches) {
      for (var name of await caches.keys()) if (/^workbox-/.test(name)) await caches.delete(name);
    }
    // The browser's own cache may hold a wrong response. A file that does not load must not hold up the others.
    var elements = document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]');
    await Promise.allSettled(
      Array.from(elements, function (element) {
        return fetch(element.src || element.href, { cache: 'reload', signal: AbortSignal.timeout(MAX_WAIT_MS) });
      }),
    );
  }
})();
