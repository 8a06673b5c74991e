import { LIGHT } from '@paydesk/contract/palette.ts';
import type PdfKit from 'pdfkit';
import { fontsOfPapers } from './pdf-fonts.ts';

/**
 * A document of headings, paragraphs and tables as PDF: tagged, so that it is read aloud in its order; with its own
 * letters, so that every name is written right; and the same bytes for the same document, so that its hash says what was
 * read (ADR 123).
 */

/** What stands below a heading. */
export type Block =
  | { kind: 'text'; text: string; strong?: boolean }
  /** Two columns: what it is about, and what is so. */
  | { kind: 'facts'; rows: readonly (readonly [string, string])[] }
  /** With a heading for each column; numbers stand to the right. */
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  /** Where somebody signs on paper. */
  | { kind: 'signatures'; of: readonly string[] };

export interface Paper {
  title: string;
  /** Who speaks. */
  author: string;
  /** The day it is made for, which is its date. */
  date: string;
  sections: readonly { heading: string; blocks: readonly Block[] }[];
}

type Doc = InstanceType<typeof PdfKit>;

const MARGIN = 56;
const [TITLE, HEADING, TEXT, SMALL] = [16, 11.5, 9, 8];
const PAD = 5;
const { ink: INK, muted: MUTED, line: LINE } = LIGHT;

export async function pdfOf(paper: Paper): Promise<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit');
  const [plain, strong] = await fontsOfPapers();
  const made = new Date(`${paper.date}T00:00:00Z`);
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    // the library's types do not know it yet
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    // none but those that are in the file
    font: null as unknown as string,
    info: {
      Title: paper.title,
      Author: paper.author,
      CreationDate: made,
      ModDate: made,
      Producer: 'Paydesk',
      Creator: 'Paydesk',
    },
  });
  doc.registerFont('plain', plain).registerFont('strong', strong);
  const parts: Buffer[] = [];
  const written = new Promise<void>((done, fail) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', done).on('error', fail);
  });
  write(doc, paper);
  doc.end();
  await written;
  return Buffer.concat(parts);
}

function write(doc: Doc, paper: Paper): void {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const width = doc.page.width - 2 * MARGIN;
  const bottom = () => doc.page.height - doc.page.margins.bottom;
  /** Begins a new page where so much has no place any more. */
  const room = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage();
  };
  const font = (name: 'plain' | 'strong', size: number, colour = INK) =>
    doc.font(name).fontSize(size).fillColor(colour);
  const line = (y: number) =>
    doc.markContent('Artifact', { type: 'Layout' }) &&
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
      .endMarkedContent();
  type Element = typeof root;
  /** A part of the structure with what is drawn for it. */
  const put = (parent: Element, type: string, draw: () => void) => {
    // a closure where its types want options: what is drawn in it is of this part
    parent.add(doc.struct(type, draw as object));
  };

  function text(parent: Element, type: string, words: string, size: number, strong = false) {
    font(strong ? 'strong' : 'plain', size);
    room(Math.min(doc.heightOfString(words, { width }), size * 4));
    put(parent, type, () => doc.text(words, MARGIN, doc.y, { width }));
    doc.y += PAD;
  }

  /** One row: its cells side by side, as high as the highest. */
  function row(
    table: Element,
    cells: readonly { words: string; width: number; strong?: boolean; right?: boolean }[],
    types: readonly string[],
    size = TEXT,
  ) {
    const heightOf = ({ words, strong, width: wide }: (typeof cells)[number]) =>
      font(strong ? 'strong' : 'plain', size).heightOfString(words, { width: wide - PAD });
    const height = Math.max(...cells.map(heightOf));
    room(height + PAD);
    const top = doc.y;
    const tr = doc.struct('TR');
    table.add(tr);
    let x = MARGIN;
    for (const [nth, cell] of cells.entries()) {
      const at = x;
      const draw = () =>
        font(cell.strong ? 'strong' : 'plain', size).text(cell.words, at, top, {
          width: cell.width - PAD,
          align: cell.right ? 'right' : 'left',
        });
      put(tr, types[nth]!, draw);
      x += cell.width;
    }
    tr.end();
    doc.y = top + height + PAD / 2;
    line(doc.y);
    doc.y += PAD / 2 + 1;
  }

  function facts(parent: Element, rows: readonly (readonly [string, string])[]) {
    const table = doc.struct('Table');
    parent.add(table);
    for (const [label, words] of rows)
      row(
        table,
        [
          { words: label, width: width * 0.36, strong: true },
          { words, width: width * 0.64 },
        ],
        ['TH', 'TD'],
      );
    table.end();
    doc.y += PAD;
  }

  function figures(parent: Element, head: readonly string[], rows: readonly (readonly string[])[]) {
    const table = doc.struct('Table');
    parent.add(table);
    const cell = (words: string, strong = false) => ({
      words,
      strong,
      width: width / head.length,
      right: true,
    });
    row(
      table,
      head.map((words) => cell(words, true)),
      head.map(() => 'TH'),
      SMALL,
    );
    for (const one of rows)
      row(
        table,
        one.map((words) => cell(words)),
        one.map(() => 'TD'),
        SMALL,
      );
    table.end();
    doc.y += PAD;
  }

  function signatures(parent: Element, of: readonly string[]) {
    room(70);
    doc.y += 40;
    const top = doc.y;
    const wide = width / of.length;
    for (const [nth, who] of of.entries()) {
      const x = MARGIN + nth * wide;
      doc.markContent('Artifact', { type: 'Layout' });
      doc
        .moveTo(x, top)
        .lineTo(x + wide - 20, top)
        .lineWidth(0.5)
        .strokeColor(INK)
        .stroke();
      doc.endMarkedContent();
      put(parent, 'P', () =>
        font('plain', SMALL, MUTED).text(who, x, top + 4, { width: wide - 20 }),
      );
    }
    doc.y = top + 30;
  }

  text(root, 'H1', paper.title, TITLE, true);
  for (const { heading, blocks } of paper.sections) {
    const section = doc.struct('Sect');
    root.add(section);
    doc.y += PAD * 1.5;
    room(60);
    text(section, 'H2', heading, HEADING, true);
    for (const block of blocks) {
      if (block.kind === 'text') text(section, 'P', block.text, TEXT, block.strong);
      else if (block.kind === 'facts') facts(section, block.rows);
      else if (block.kind === 'table') figures(section, block.head, block.rows);
      else signatures(section, block.of);
    }
    section.end();
  }
  root.end();
  foot(doc, paper);
}

/** Which page it is; nobody has it read aloud. */
function foot(doc: Doc, { title }: Paper): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // below the margin text would begin a new page
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc
      .font('plain')
      .fontSize(SMALL)
      .fillColor(MUTED)
      .text(`${title} · page ${page + 1} of ${count}`, MARGIN, doc.page.height - 44, {
        width: doc.page.width - 2 * MARGIN,
        lineBreak: false,
      });
    doc.endMarkedContent();
    doc.page.margins.bottom = bottom;
  }
}
