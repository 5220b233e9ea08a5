// Characters that take two columns in a terminal.
const WIDE = /\p{Emoji_Presentation}|[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\uff01-\uff60]/gu;

/** How many columns a text takes, nearly: combining characters count as one. */
const columns = (text: string): number => [...text.replace(WIDE, "xx")].length;

/** Breaks a text into lines at white space. A word wider than a line breaks after punctuation, or else where the line ends. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(width, 20);
  const lines: string[] = [];
  let line = "";
  const add = (piece: string, separator: string) => {
    const longer = line === "" ? piece : line + separator + piece;
    if (columns(longer) <= room || line === "") {
      line = longer;
    } else {
      lines.push(line);
      line = piece;
    }
  };
  for (const word of text.split(/\s+/)) {
    if (columns(word) <= room) {
      add(word, " ");
      continue;
    }
    for (const [index, part] of (word.match(/[^,;&/]*[,;&/]+|[^,;&/]+/g) ?? []).entries()) {
      const pieces = columns(part) <= room ? [part] : [...part];
      for (const [position, piece] of pieces.entries()) {
        add(piece, index + position === 0 ? " " : "");
      }
    }
  }
  return [...lines, line];
}
