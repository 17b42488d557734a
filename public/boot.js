// Runs before the first paint: the theme of this device, and whether the static first page is to be seen at all.
// A classic script without dependencies; storage may be forbidden, and then nothing of this matters.
(function () {
  var root = document.documentElement;
  var kept = null;
  var session = false;
  try {
    kept = localStorage.getItem('farm-diary-theme');
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
  if (session || location.pathname !== '/') root.dataset.shell = 'app';
  // What comes next is fetched along with the script, not after it: the app, or what brings the first page to life.
  var next = session ? 'app' : location.pathname === '/' ? 'landing' : 'nothing';
  var ahead = document.querySelector('meta[name=' + next + ']');
  var files = ahead ? ahead.content.split(' ') : [];
  for (var at = 0; at < files.length; at++) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[at];
    document.head.append(link);
  }
})();
