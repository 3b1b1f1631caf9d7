// Says what the page needs to browsers that lack it. This program is written so that they understand it.
(function () {
  if (window.CSS && CSS.supports && CSS.supports("height", "1dvh") && window.TextDecoderStream && window.HTMLDialogElement) return;
  var words = JSON.parse(document.getElementById("boot").textContent).words, note = document.createElement("p");
  note.className = "old";
  note.appendChild(document.createTextNode(words.dead || words.old));
  document.body.insertBefore(note, document.body.firstChild);
})();
