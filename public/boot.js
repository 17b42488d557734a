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

  // Where a worker answers, all files are on the device: no start takes that long.
  var LONGEST_MS = 20000;
  watchStart();

  // The app takes the word that it loads away when it is drawn. Where that does not happen, it offers to fetch itself
  // again: a file on this device may be damaged, or not be ours.
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
    // The app's script has run or failed by then.
    window.addEventListener('load', function () {
      if (!root.dataset.script) offer();
    });
    if (worker && worker.controller) setTimeout(offer, LONGEST_MS);
  }

  // Lets go of the worker and the app's files, and of nothing else: what waits to be sent stays. Only where the server
  // can be reached; without a worker the app would not open at all.
  async function fetchAgain() {
    // The worker never answers for its own file.
    var answer = await fetch('/sw.js', { cache: 'no-store' }).catch(function () {
      throw new Error('This needs signal. Try again where there is some: what you saved on this device is safe.');
    });
    if (answer.ok && /^text\/html/.test(answer.headers.get('content-type') || ''))
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
    // The browser may keep a wrong answer on its own. A file that does not come must not hold up the others.
    var named = document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]');
    await Promise.allSettled(
      Array.from(named, function (element) {
        return fetch(element.src || element.href, { cache: 'reload', signal: AbortSignal.timeout(LONGEST_MS) });
      }),
    );
  }
})();
