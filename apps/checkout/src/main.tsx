import { render } from 'preact';
import { placeOf } from './address.ts';
import { App } from './App.tsx';
import './style.css';

render(<App place={placeOf(location)} />, document.getElementById('root')!);
