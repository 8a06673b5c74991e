import { render } from 'preact';
import { placeOf } from './address.ts';
import { App } from './App.tsx';
import { LoanPage } from './loan/LoanPage.tsx';
import './style.css';
import './loan/loan.css';

const place = placeOf(location);

render(
  place && 'loan' in place ? <LoanPage token={place.loan} /> : <App place={place} />,
  document.getElementById('root')!,
);
