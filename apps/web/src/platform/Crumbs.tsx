import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';

export interface Crumb {
  label: string;
  /** None: a group of the menu, or the page itself. */
  href?: string;
}

/** Parents and the route's own title, which is not repeated where it has none (SH-27, RT-18). */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }): ReactNode {
  if (!crumbs.length) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {crumbs.map(({ label, href }, index) => (
          // a group and the route in it may bear one name
          <li key={`${index} ${label}`}>
            {href ? (
              <AppLink href={href}>{label}</AppLink>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
