import { keptCampaign } from '../../../engine';

const KEPT = keptCampaign('');

/** States in which a message is out, or may be. */
const OUT = "'sending', 'accepted', 'delivered', 'read', 'unconfirmed'";

/** What a customer gets once: a campaign, or what a message names. Kept messages have only what they name. */
const onceOf = (row: string) => `COALESCE(${row}.once_in,
	CASE WHEN substr(${row}.campaign, 1, ${KEPT.length}) = '${KEPT}' THEN NULL ELSE ${row}.campaign END)`;

/** Whether a send is the only one for its customer, and not one of several under keys of their own. */
const isOnly = (row: string) => `(${row}.once_in IS NOT NULL OR ${row}.recipient = ${row}.contact OR EXISTS (
	SELECT 1 FROM alias
	WHERE alias.scope = ${row}.channel AND alias.alias = ${row}.recipient AND alias.contact = ${row}.contact))`;

/** Two sends that were made under two names, and turn out to be for one customer. */
const areTwins = (row: string, other: string) => `
	${other}.channel = ${row}.channel AND ${other}.contact = ${row}.contact AND ${other}.key <> ${row}.key
	AND ${onceOf(other)} = ${onceOf(row)} AND ${isOnly(other)} AND ${isOnly(row)}`;

/** A condition that the customer of a send got its message, or may have, under another name. */
export const IS_OUT_ALREADY = `EXISTS (
	SELECT 1 FROM send AS other WHERE ${areTwins('send', 'other')} AND other.state IN (${OUT}))`;

/** The same, or that the message under the other name is about to go out. */
export const GOES_OUT_ALREADY = `EXISTS (
	SELECT 1 FROM send AS other WHERE ${areTwins('send', 'other')}
		AND (other.state IN (${OUT}) OR (other.state = 'claimed' AND other.key < send.key)))`;

/** What is known of a send's customer under another name. */
export const UNDER_ANOTHER_NAME = `
	SELECT other.* FROM send JOIN send AS other ON ${areTwins('send', 'other')}
	WHERE send.key = ? ORDER BY other.key LIMIT 1`;
