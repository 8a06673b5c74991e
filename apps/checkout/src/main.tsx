import { render } from 'preact';
import { placeOf, recurringOf } from './address.ts';
import { App } from './App.tsx';
import { Recurring } from './parts/Recurring.tsx';
import './style.css';

const token = recurringOf(location);
render(
  token ? <Recurring token={token} /> : <App place={placeOf(location)} />,
  document.getElementById('root')!,
);
