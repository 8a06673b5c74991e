import type {
  OpenApiDocument,
  Operation,
  Response,
} from '@paydesk/contract/kernel/openapi/types.ts';
import { html, type Html } from '@paydesk/contract/kernel/html-template.ts';
import { words } from '../html.ts';
import { parameterTerms, schemaBlock } from './schema.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The reference for people: the whole document on one page, with no script. */
export function referencePage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    id: `group-${name.toLowerCase().replace(/\W+/g, '-')}`,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const { info, components } = document;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title} · Paydesk</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header>
          <p class="brand"><a href="/">Paydesk</a></p>
          <p><a href="/api/openapi.json">openapi.json</a></p>
        </header>
        <div class="columns">
          <nav aria-label="Calls">
            <ul>
              ${groups.map(
                (group) =>
                  html`<li>
                    <a href="#${group.id}">${group.name}</a>
                    <ul>
                      ${group.calls.map((call) => html`<li>${navLink(call)}</li>`)}
                    </ul>
                  </li>`,
              )}
              <li><a href="#schemas">Shared schemas</a></li>
            </ul>
          </nav>
          <main id="calls">
            <h1>${info.title} <span class="version">${info.version}</span></h1>
            <div class="intro">
              ${info.description.split('\n\n').map((text) => html`<p>${words(text)}</p>`)}
            </div>
            ${groups.map(
              (group) =>
                html`<section aria-labelledby="${group.id}">
                  <h2 id="${group.id}">${group.name}</h2>
                  ${group.calls.map((call) => callBlock(call, document))}
                </section>`,
            )}
            <section aria-labelledby="schemas">
              <h2 id="schemas">Shared schemas</h2>
              ${Object.entries(components.schemas).map(
                ([name, schema]) =>
                  html`<article>
                    <h3 id="${name}"><code>${name}</code></h3>
                    ${schema.description ? html`<p>${words(schema.description)}</p>` : ''}
                    <details>
                      <summary>Fields</summary>
                      ${schemaBlock(schema)}
                    </details>
                  </article>`,
              )}
            </section>
          </main>
        </div>
      </body>
    </html> `.text.replace(/\n\s+/g, '\n');
}

/** A long path breaks before a slash, not inside a word. */
const breakable = (path: string) =>
  path.split('/').map((part, index) => (index ? html`<wbr />/${part}` : part));

const chip = (method: string) =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

function navLink({ method, path, operation }: Call): Html {
  return html`<a href="#${operation.operationId}"
    >${chip(method)} <span>${breakable(path.replace('/api', ''))}</span></a
  >`;
}

function callBlock({ method, path, operation }: Call, document: OpenApiDocument): Html {
  const { operationId, parameters, requestBody, responses, summary, description } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return html`<article>
    <h3 id="${operationId}">
      ${chip(method)} <a href="#${operationId}"><code>${breakable(path)}</code></a>
    </h3>
    <p class="summary">${summary}</p>
    <p class="who">${words(description)} <span>Serves ${operation['x-serves']}.</span></p>
    ${
      parameters.length
        ? html`<details>
            <summary>${counted(parameters.length, 'parameter')}</summary>
            ${parameterTerms(parameters)}
          </details>`
        : ''
    }
    ${
      body
        ? html`<details>
            <summary>Body</summary>
            ${schemaBlock(body)}
          </details>`
        : ''
    }
    <details>
      <summary>Answers</summary>
      <dl class="answers">
        ${Object.entries(responses).map(([status, response]) =>
          answerTerm(status, '$ref' in response ? shared(response.$ref, document) : response),
        )}
      </dl>
    </details>
  </article>`;
}

function answerTerm(status: string, { description, headers, content }: Response): Html {
  return html`<div>
    <dt><code>${status}</code></dt>
    <dd>
      <p>${words(description)}</p>
      ${Object.entries(headers ?? {}).map(
        ([name, header]) =>
          html`<p><code>${name}</code>: ${words(header.description)} (${header.schema.type!})</p>`,
      )}
      ${Object.entries(content ?? {}).map(([type, { schema }]) => [
        type === 'application/json' ? '' : html`<p class="type">${type}</p>`,
        schemaBlock(schema),
      ])}
    </dd>
  </div>`;
}

const shared = (ref: string, { components }: OpenApiDocument): Response =>
  components.responses[ref.split('/').at(-1)!]!;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
