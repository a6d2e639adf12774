import { render } from 'preact';
import { App } from './app';
import '../../page/styles/base.css';
import '../../page/styles/controls.css';
import '../../page/styles/frame.css';
import '../../page/styles/cards.css';
import './styles/layout.css';
import './styles/charts.css';
import './styles/lists.css';

const page = document.getElementById('page');
if (page !== null) render(<App />, page);
