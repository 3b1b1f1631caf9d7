// Tells old browsers what the page needs, in a language they know.
(function () {
  if (window.CSS && CSS.supports && CSS.supports("height", "1dvh") && window.TextDecoderStream && window.HTMLDialogElement) return;
  var words = JSON.parse(document.getElementById("boot").textContent).words, note = document.createElement("p");
  note.className = "old";
  note.appendChild(document.createTextNode(words.dead || words.old));
  document.body.insertBefore(note, document.body.firstChild);
})();
