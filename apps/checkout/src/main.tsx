import { render } from 'preact';
import { placeOf, recurringOf } from './address.ts';
import { PREVIEW_PATH } from '@paydesk/contract/shopper-facts.ts';
import { App } from './App.tsx';
import { LoanPage } from './loan/LoanPage.tsx';
import { Recurring } from './parts/Recurring.tsx';
import { Preview } from './Preview.tsx';
import './style.css';
import './loan/loan.css';

const place = placeOf(location);
const token = recurringOf(location);

render(
  location.pathname === PREVIEW_PATH ? (
    <Preview />
  ) : token ? (
    <Recurring token={token} />
  ) : place && 'loan' in place ? (
    <LoanPage token={place.loan} />
  ) : (
    <App place={place} />
  ),
  document.getElementById('root')!,
);
