/*
 * Paydesk's button, in any page: the tag names a widget, and the button is drawn into the container
 * before it. What it says is asked for each time, so that a page need not change when a widget does.
 * Values become text, never HTML; styles stand in a sheet of the shadow root, so that a page's own
 * rules and its content security policy leave them alone. Where anything fails, the plain link that
 * stands in the container stays. What the page writes into the container's data-order, as JSON or signed,
 * goes along behind the # of the address, which no server is sent.
 */
(() => {
  'use strict';
  const tag = document.currentScript;
  if (!tag) return;
  const { widget, draft } = tag.dataset;
  const idOfContainer = `paydesk-${widget ?? 'draft'}`;
  const before = tag.previousElementSibling;
  let container =
    before && before.id === idOfContainer ? before : document.getElementById(idOfContainer);
  if (!container) {
    container = document.createElement('div');
    tag.before(container);
  }

  const STYLE = `
    :host { display: inline-block; max-width: 100%; }
    [part] { box-sizing: border-box; display: inline-flex; flex-wrap: wrap; align-items: baseline;
      justify-content: center; gap: 2px 12px; min-height: 44px; max-width: 100%; padding: 10px 20px;
      border: 2px solid transparent; border-radius: 8px; color: #fff; background: #3944bc;
      font: 600 16px/1.4 system-ui, sans-serif; text-decoration: none; overflow-wrap: anywhere; }
    a:hover { background: #2e379a; }
    a:focus-visible { outline: 3px solid #8f98ff; outline-offset: 2px; }
    [aria-disabled] { color: #475063; background: #edeff3; cursor: not-allowed; }
    .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .why { flex-basis: 100%; font-size: 13px; font-weight: 400; text-align: center; }
  `;

  /** What the page's basket comes to, where it says so in the open. */
  function sumOf(order) {
    try {
      const { items, amount } = JSON.parse(order);
      if (!items?.length) return amount ?? null;
      const cents = items.map((one) => Math.round(one.amount * 100) * (one.count ?? 1));
      return cents.reduce((all, one) => all + one) / 100;
    } catch {
      return null;
    }
  }

  function draw(facts) {
    const { label, currency, active } = facts;
    const { order } = container.dataset;
    const amount = facts.amount ?? (order ? sumOf(order) : null);
    const button = document.createElement('a');
    const texts = { label };
    if (amount !== null)
      texts.amount = `${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'")} ${currency}`;
    button.setAttribute('part', 'button');
    if (!active) {
      button.setAttribute('role', 'link');
      button.setAttribute('aria-disabled', 'true');
      texts.why = 'Not available now';
    } else if (widget) {
      const address = new URL(`pay/${widget}`, tag.src);
      if (order) address.hash = `order=${encodeURIComponent(order)}`;
      button.href = address.href;
      button.target = '_blank';
      button.rel = 'noopener';
    }
    for (const [name, text] of Object.entries(texts)) {
      const piece = document.createElement('span');
      piece.className = name;
      piece.textContent = text;
      button.append(piece);
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = container.shadowRoot || container.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(button);
  }

  if (draft) draw(JSON.parse(draft));
  else
    fetch(new URL(`api/widgets/${widget}/button`, tag.src))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .then(
        (facts) => {
          draw(facts);
          new MutationObserver(() => draw(facts)).observe(container, {
            attributeFilter: ['data-order'],
          });
        },
        () => {
          // the browser has said why; the plain link is still there
        },
      );
})();
