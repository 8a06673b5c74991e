import { render } from 'preact';
import { addressOf, placeOf, recurringOf } from './address.ts';
import { PREVIEW_PATH } from '@paydesk/contract/shopper-facts.ts';
import { App } from './App.tsx';
import { keepShopperKey } from './kept.ts';
import { LoanPage } from './loan/LoanPage.tsx';
import { Recurring } from './parts/Recurring.tsx';
import { Preview } from './Preview.tsx';
import './style.css';
import './loan/loan.css';

const place = placeOf(location);
const token = recurringOf(location);
// it stands in no bar that somebody reads, nor copies from
if (place && 'checkout' in place && place.key) {
  keepShopperKey(place.checkout, place.key);
  history.replaceState(null, '', addressOf(place.checkout) + location.search);
}

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
