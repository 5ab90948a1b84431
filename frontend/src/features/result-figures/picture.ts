/** What a picture says of itself, and what its colours and type are on paper. */
export interface Paper {
  title: string;
  description: string;
  /** By the name of a style sheet's variable. */
  values: Readonly<Record<string, string>>;
}

const SVG = "http://www.w3.org/2000/svg";

const resolved = (text: string, values: Paper["values"]) =>
  text.replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => values[name] ?? whole);

/** A chart as a file of its own: nothing of it depends on the page it was drawn in. */
export function svgText(chart: SVGSVGElement, { title, description, values }: Paper): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", SVG);
  copy.removeAttribute("aria-label");
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes("var(")) element.setAttribute(name, resolved(value, values));
    }
  }
  const told = (name: string, text: string) => {
    const element = document.createElementNS(SVG, name);
    element.textContent = text;
    return element;
  };
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", "#ffffff");
  copy.prepend(told("title", title), told("desc", description), ground);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** A picture in dots, so many of them for each unit of the drawing. */
export async function pngOf(svg: string, size: { width: number; height: number }, scale = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(size.width * scale);
    canvas.height = Math.round(size.height * scale);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser gives no canvas to draw on.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((keep, fail) => {
      canvas.toBlob((blob) => (blob ? keep(blob) : fail(new Error("The picture could not be made."))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands a file to the browser, which keeps it where the person keeps such files. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun with it once its own turn has come.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
