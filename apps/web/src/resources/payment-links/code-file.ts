import { saveFile } from '../../ui/saveFile.ts';

/** At least so many pixels wide: sharp on a printed page as in a message. */
const PIXELS = 1000;

/** The parts of a code that is drawn, and their colours as the page has them: a file knows none of its names. */
function partsOf(shown: SVGSVGElement) {
  const [light, dark] = ['rect', 'path'].map((name) => shown.querySelector(name)!) as [
    SVGRectElement,
    SVGPathElement,
  ];
  const [paper, ink] = [light, dark].map((part) => getComputedStyle(part).fill) as [string, string];
  return { dark, paper, ink };
}

/** The code as a drawing, which stays sharp at every size. */
export function saveSvg(shown: SVGSVGElement, name: string): void {
  const { paper, ink } = partsOf(shown);
  const code = shown.cloneNode(true) as SVGSVGElement;
  code.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  code.querySelector('rect')!.setAttribute('fill', paper);
  code.querySelector('path')!.setAttribute('fill', ink);
  saveFile(new Blob([code.outerHTML], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** The same as a picture, which every program takes: whole pixels a module, so that no edge is grey. */
export async function savePng(shown: SVGSVGElement, name: string): Promise<void> {
  const { dark, paper, ink } = partsOf(shown);
  const modules = shown.viewBox.baseVal.width;
  const scale = Math.ceil(PIXELS / modules);
  const canvas = new OffscreenCanvas(modules * scale, modules * scale);
  const drawn = canvas.getContext('2d')!;
  drawn.fillStyle = paper;
  drawn.fillRect(0, 0, canvas.width, canvas.height);
  drawn.scale(scale, scale);
  drawn.fillStyle = ink;
  // a canvas is no array
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
  drawn.fill(new Path2D(dark.getAttribute('d')!));
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), `${name}.png`);
}
