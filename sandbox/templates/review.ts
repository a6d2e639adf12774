import { DAY } from '../../base';
import type { World } from '../world';
import { rulesBrokenBy } from './format/variables';
import { approve, halt, reject } from './lifecycle';
import { componentOf, enter, type Template, type Category } from './template';

/**
 * Puts a created or edited template under review. A template that breaks a rule is REJECTED at once, and so is one
 * whose category the platform disagrees with (reason INCORRECT_CATEGORY in the event). The setting `reviewMs` ends
 * the review.
 */
export function submit(world: World, template: Template): void {
	halt(template);
	enter(template, 'PENDING');
	template.rejectedReason = 'NONE';
	const objection = objectionTo(world, template);
	if (objection !== undefined) {
		const { reason, details } = objection;
		const eventReason = reason === 'TAG_CONTENT_MISMATCH' ? 'INCORRECT_CATEGORY' : reason;
		return reject(world, template, reason, { eventReason, details });
	}
	if (isMiscategorised(template)) recategorise(world, template);
	const { reviewMs } = world.settings;
	if (reviewMs === undefined || reviewMs === null) return;
	template.stop = world.clock.schedule(world.clock.now() + reviewMs, () => approve(world, template));
}

/** Why the platform rejects a template at once: its `rejected_reason`, and what is wrong. */
interface Objection {
	readonly reason: string;
	readonly details: string;
}

const SENSITIVE = /\b(card number|account number|social security|national id(entifier)?|passport number)\b/i;
const THREATENING = /\b(legal action|we will sue|or else)\b/i;

/** What the platform objects to in a submitted template, if anything. */
function objectionTo(world: World, template: Template): Objection | undefined {
	const texts = ['HEADER', 'BODY'].map((type) => componentOf(template, type)?.text ?? '');
	const [details] = texts.flatMap((text) => rulesBrokenBy(text, template.parameterFormat));
	if (details !== undefined) return { reason: 'INVALID_FORMAT', details };
	const all = template.components.map(({ text = '' }) => text).join('\n');
	if (SENSITIVE.test(all)) return { reason: 'SCAM', details: 'asks for sensitive identifiers' };
	if (THREATENING.test(all)) return { reason: 'ABUSIVE_CONTENT', details: 'threatens' };
	if (hasTwin(world, template)) {
		return { reason: 'INVALID_FORMAT', details: 'has the body and footer of another template' };
	}
	const mismatch = isMiscategorised(template) && world.settings.categoryMismatch === 'reject';
	return mismatch ? { reason: 'TAG_CONTENT_MISMATCH', details: 'the category does not fit' } : undefined;
}

/** Whether another template has the same body and footer (docs/interface.md, Template variables). */
export function hasTwin({ templates }: World, template: Worded): boolean {
	const wording = wordingOf(template);
	return templates.some(
		(other) => other.name !== template.name && other.status !== 'REJECTED' && wordingOf(other) === wording,
	);
}

type Worded = Pick<Template, 'name' | 'components'>;

/** What may be in one template only. Bodies without a text are the platform's own. */
function wordingOf(template: Worded): string {
	const texts = ['BODY', 'FOOTER'].map((type) => componentOf(template, type)?.text);
	return JSON.stringify(texts[0] === undefined ? template.name : texts);
}

const MARKETING_WORDS = /\b(discount|sale|coupon|promotion|special offer|buy now)\b|\d\s?% off/i;

/** Whether the platform disagrees with the category: a UTILITY template that reads like marketing. */
function isMiscategorised({ category, components }: Pick<Template, 'category' | 'components'>): boolean {
	return category === 'UTILITY' && components.some(({ text = '' }) => MARKETING_WORDS.test(text));
}

/** How long before a change of category the platform announces it (docs/interface.md, Template status). */
export const ANNOUNCED_MS = DAY;

/**
 * Gives a template another category, with `template_category_update`. Its status stays (docs/interface.md, Template
 * status).
 */
function recategorise(world: World, template: Template, category: Category = 'MARKETING'): void {
	const previous = template.category;
	template.category = category;
	emitCategory(world, template, { previous_category: previous, new_category: category });
}

/** Announces a change of category, and makes it `after` so many ms. At once without an announcement if 0. */
export function changeCategory(world: World, template: Template, category: Category, after: number): void {
	if (after === 0) return recategorise(world, template, category);
	const at = world.clock.now() + after;
	emitCategory(world, template, {
		correct_category: category,
		new_category: template.category,
		category_update_timestamp: Math.floor(at / 1000),
	});
	world.clock.schedule(at, () => recategorise(world, template, category));
}

function emitCategory(world: World, { id, name, language }: Template, change: object): void {
	world.webhooks.emit({
		field: 'template_category_update',
		conversation: `template:${name}`,
		value: {
			message_template_id: Number(id),
			message_template_name: name,
			message_template_language: language,
			...change,
		},
	});
}
