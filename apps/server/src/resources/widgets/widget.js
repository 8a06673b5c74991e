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

  /** What the checkout would refuse is an error, and no sum. */
  function centsOf(one, count = 1) {
    const isDecimal = typeof one === 'number' && /^\d+(\.\d\d?)?$/.test(one);
    if (isDecimal && Number.isInteger(count) && count > 0) return Math.round(one * 100) * count;
    const [amount, times] = [one, count].map((each) => JSON.stringify(each));
    throw new Error(`${amount} x ${times} are no numbers like 10.5 x 1`);
  }

  /** What a basket comes to; null where it names no amount. */
  function sumOf({ items, amount }) {
    if (!items?.length) return (amount ?? '') === '' ? null : centsOf(amount) / 100;
    return items.reduce((all, one) => all + centsOf(one.amount, one.count ?? 1), 0) / 100;
  }

  function amountOf(facts, order) {
    if (!order) return facts.amount;
    const [, signed] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(order) ?? [];
    const text = signed ? atob(signed.replace(/-/g, '+').replace(/_/g, '/')) : order;
    const said = sumOf(JSON.parse(text));
    if (facts.fixed && !signed) return facts.amount;
    if (said === 0) throw new Error('it comes to nothing');
    return said ?? facts.amount;
  }

  function draw(facts) {
    const { label, currency, active } = facts;
    const { order } = container.dataset;
    let amount = null;
    let why = active ? '' : 'Not available now';
    try {
      amount = amountOf(facts, order);
    } catch (error) {
      why ||= 'The amount is not right: please ask the shop';
      // oxlint-disable-next-line no-console
      console.error(`Paydesk can take no data-order where ${error.message}`);
    }
    const button = document.createElement('a');
    const texts = { label };
    if (amount !== null)
      texts.amount = `${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'")} ${currency}`;
    button.setAttribute('part', 'button');
    if (why) {
      button.setAttribute('role', 'link');
      button.setAttribute('aria-disabled', 'true');
      texts.why = why;
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
