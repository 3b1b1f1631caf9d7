// Says what the page needs to browsers that lack it. This program is written so that they understand it.
(function () {
  if (window.CSS && CSS.supports && CSS.supports("height", "1dvh") && Object.hasOwn && window.HTMLDialogElement) return;
  var note = document.createElement("p");
  note.className = "noscript";
  note.appendChild(document.createTextNode("The sandbox needs a browser at least as new as Chrome 108, Firefox 105 or Safari 15.4."));
  document.body.insertBefore(note, document.body.firstChild);
})();
