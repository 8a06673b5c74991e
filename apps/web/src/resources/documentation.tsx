import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBuiltFile } from '../platform/query.ts';
import { AppLink } from '../platform/AppLink.tsx';
import { DetailCard, Fields } from '../platform/DetailScreen/blocks.tsx';
import { formatDateTime } from '../platform/format.ts';
import { consoleSettingsQuery, useActor } from '../platform/session.ts';
import { useTitle } from '../platform/title.ts';
import { files, paths } from '../paths.ts';
import { IconDownload } from '../ui/icons.ts';
import classes from './documentation.module.css';

/** What the build wrote of this console. */
interface Commit {
  date: string;
  message: string;
  hash: string | null;
  profiles: string[];
}

/** What the build wrote of the server (HD-08). */
interface Version {
  remoteDate: string;
  remoteVersion: string;
  remoteActiveProfiles: string[];
  activeProfiles: string[];
}

const LOGOS = [
  { file: 'paydesk-logo', words: 'Logo' },
  { file: 'paydesk-logo-on-dark', words: 'Logo on a dark background', dark: true },
  { file: 'paydesk-mark', words: 'Mark' },
];

/** HD-10..13: what developers need, and About. */
export function DocumentationScreen(): ReactNode {
  return (
    <article>
      <h1 className={classes.title}>Integration Documentation</h1>
      <div className={classes.cards}>
        <Developers />
        <Logos />
        <About />
      </div>
    </article>
  );
}

/** AM-37: the same page, opened at About, with a few words of help before it. */
export function HelpScreen(): ReactNode {
  useTitle('Help');
  const { permissions } = useActor();
  const staff = permissions.includes('READ_ANY_USER');
  return (
    <article>
      <h1 className={classes.title}>Help</h1>
      <div className={classes.cards}>
        <p className={classes.lead}>
          <AppLink href={paths.whatChanged()}>What changed</AppLink>: what each version adds,
          changes and fixes.
        </p>
        <DetailCard title="Finding things">
          <ul className={classes.words}>
            <li>
              Every list filters by what stands under its column heads. The address keeps the
              filters, so a list can be sent to a colleague as a link.
            </li>
            <li>
              Ctrl-K finds one record from any screen by its id, order number, reference, email or
              card, and runs commands; ? lists the keys.
            </li>
            <li>
              Views keep a list’s filters, columns and order under a name, for you or for your team.
            </li>
            <li>A click on a row opens it. Ctrl-click, or ⌘-click, opens it in a new tab.</li>
            <li>CSV takes the rows under the present filters, in the order they stand.</li>
            <li>
              An action that can’t be done now is grey and says why. One that you do not see is not
              yours to do
              {staff ? (
                <>
                  {' '}
                  – <AppLink href={paths.permissions()}>Permissions</AppLink> says whose it is.
                </>
              ) : (
                ': an administrator of your merchant can grant the role that has it.'
              )}
            </li>
          </ul>
        </DetailCard>
        <DetailCard title="When something is wrong">
          <ul className={classes.words}>
            <li>
              A refund or reversal without an answer is shown as pending. Nothing has to be
              repeated: the acquirer is asked until it knows.
            </li>
            <li>
              A message from the server carries a request id. Quote it to the administrator, who
              finds the call by it.
            </li>
            <li>
              A sign-in that you do not know: end its session on your{' '}
              <AppLink href={paths.profile()}>profile</AppLink> and change the password.
            </li>
          </ul>
        </DetailCard>
        <About />
      </div>
    </article>
  );
}

function Developers(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  return (
    <DetailCard title="For developers">
      <ul className={classes.words}>
        <li>
          {/* the words stand before the address is known: nothing below them moves */}
          {data ? (
            <a href={data.developerDocsUrl}>Developer documentation</a>
          ) : (
            'Developer documentation'
          )}
          : how a shop takes payments.
        </li>
        <li>
          <a href={files.apiReference()}>API reference</a>: every call of this console and of your
          own systems, also as <a href={files.openApi()}>OpenAPI 3.1</a>.
        </li>
      </ul>
    </DetailCard>
  );
}

function Logos(): ReactNode {
  return (
    <DetailCard title="Logos">
      <ul className={classes.logos}>
        {LOGOS.map(({ file, words, dark }) => (
          <li key={file}>
            <span className={classes.logo} data-dark={dark}>
              <img src={files.logo(file, 'svg')} alt="" />
            </span>
            <span>{words}</span>
            {(['svg', 'png'] as const).map((type) => (
              <a key={type} href={files.logo(file, type)} download aria-label={`${words}, ${type}`}>
                <IconDownload size={16} aria-hidden /> {type}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

const at = (date: string | undefined) => date && formatDateTime(date);

/** HD-01..09 */
function About(): ReactNode {
  const commit = useBuiltFile<Commit>(files.commit());
  const version = useBuiltFile<Version>(files.version());
  return (
    <DetailCard title="About">
      {commit.error || version.error ? (
        <p>The version files of this build can’t be read.</p>
      ) : (
        <div className={classes.versions}>
          <section aria-label="Console">
            <h3>Console</h3>
            <Fields
              narrow
              fields={[
                { label: 'Version', value: commit.data?.hash?.slice(0, 10), mono: true },
                { label: 'Commit date', value: at(commit.data?.date) },
                { label: 'Commit message', value: commit.data?.message },
                { label: 'Active profiles', value: commit.data?.profiles.join(', ') },
              ]}
            />
          </section>
          <section aria-label="Server">
            <h3>Server</h3>
            <Fields
              narrow
              fields={[
                { label: 'Version', value: version.data?.remoteVersion },
                { label: 'Version date', value: at(version.data?.remoteDate) },
                {
                  label: 'Active profiles',
                  value: version.data?.remoteActiveProfiles.join(', '),
                },
              ]}
            />
          </section>
        </div>
      )}
    </DetailCard>
  );
}
