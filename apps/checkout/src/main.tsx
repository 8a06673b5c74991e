import { render } from 'preact';
import { placeOf, recurringOf } from './address.ts';
import { App } from './App.tsx';
import { LoanPage } from './loan/LoanPage.tsx';
import { Recurring } from './parts/Recurring.tsx';
import './style.css';
import './loan/loan.css';

const place = placeOf(location);
const token = recurringOf(location);

render(
  token ? (
    <Recurring token={token} />
  ) : place && 'loan' in place ? (
    <LoanPage token={place.loan} />
  ) : (
    <App place={place} />
  ),
  document.getElementById('root')!,
);
