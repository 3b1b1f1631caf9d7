// Emoji in texts. Discord draws them itself; here a font of the computer does. Where there is none, plain signs
// stand in, instead of empty boxes.

const signs = { "✅": "✔", "❌": "✘", "⏰": "◷", "🎁": "✦", "🌴": "☀", "🔔": "♪", "🏁": "⚑", "🏆": "★" };

// present reports whether a font has emoji: without one, different emoji look the same.
function present() {
  const pen = document.createElement("canvas").getContext("2d");
  const looks = (text) => {
    pen.clearRect(0, 0, 40, 40);
    pen.font = "24px sans-serif";
    pen.fillText(text, 4, 30);
    return pen.getImageData(0, 0, 40, 40).data.join();
  };
  return looks("🏆") !== looks("🎁");
}

let have; // found out when the first text is shown

// shown returns a text with signs that can be seen here.
export function shown(text, emoji = have ??= present()) {
  return emoji ? text : text.replace(/\p{Emoji_Presentation}/gu, (sign) => signs[sign] ?? sign);
}
