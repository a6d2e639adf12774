/** What the built pages make elements with. */
export { Fragment, h } from 'preact';
