import {
	ACCOUNT_ID_DIGITS,
	impossibleAddress,
	impossibleGroupId,
	isGroupId,
	isPlausibleNumber,
	isUserId,
} from '../../../platform';
import { dottedPath, HOUR, isWithin } from '../../../base';
import type { Budget, PolicyDocument } from '../../../engine';
import {
	isDeeperThan,
	isKeptCampaign,
	isTimeZone,
	normalizeAddress,
	problemsOfOwnFacts,
	readAmount,
} from '../../../engine';
import type { RequestProblem } from '../../../gateway';
import { InvalidRequest, validateMessage } from '../../../gateway';
import { toOutgoing } from '../../submit';
import type { CampaignPlan, PlannedRecipient } from '../contract';
import type { FrozenMessage } from './frozen-message';

const ID_LENGTH = 200;

const problem = (field: string, message: string): RequestProblem => ({ path: [field], message });

function problemsOfAddress({ to, recipientType }: FrozenMessage): RequestProblem[] {
	if (typeof to !== 'string' || to.trim() === '') return [problem('to', 'is missing')];
	const address = normalizeAddress(to);
	if (/^\d+$/.test(address)) {
		if (address.length > ACCOUNT_ID_DIGITS) {
			const what = `has ${address.length} digits, but an account ID has at most ${ACCOUNT_ID_DIGITS}`;
			return [problem('to', what)];
		}
		return isPlausibleNumber(address) ? [] : [problem('to', impossibleAddress(to))];
	}
	if (recipientType === 'group') return isGroupId(address) ? [] : [problem('to', impossibleGroupId(to))];
	return isUserId(address) ? [] : [problem('to', impossibleAddress(to))];
}

/** Levels of a message's content, such as `components`, more than any message has. */
const DEEPEST = 50;

/** What can't even be checked. */
function problemsOfDepth(message: FrozenMessage): RequestProblem[] {
	return Object.entries(message)
		.filter(([, value]) => isDeeperThan(DEEPEST, value))
		.map(([path]) => problem(path, `is nested more deeply than ${DEEPEST} levels`));
}

/** Everything that is wrong with a message, in each form that it may go out in, and for the policy that decides. */
export function problemsOfMessage(message: FrozenMessage, policy: PolicyDocument): RequestProblem[] {
	const tooDeep = problemsOfDepth(message);
	if (tooDeep.length > 0) return tooDeep;
	const { to, template, freeform, lastInboundAt, timeZone } = message;
	const problems = problemsOfAddress(message);
	if (template === undefined && freeform === undefined) {
		problems.push(problem('template', 'is missing, and so is the freeform content: one of them is needed'));
	}
	const nameOf = ({ path, message: what }: RequestProblem) => `${dottedPath(path)}: ${what}`;
	const found = new Map(problems.map((one) => [nameOf(one), one]));
	const forms = (['template', 'freeform'] as const).filter((form) => message[form] !== undefined);
	const checked = typeof to === 'string' && message.checkFirst !== false ? forms : [];
	for (const form of checked) {
		for (const one of validateMessage(toOutgoing({ action: form, message }))) {
			if (!isWithin(one.path, 'to')) found.set(nameOf(one), one);
		}
	}
	if (lastInboundAt !== undefined && !Number.isFinite(lastInboundAt)) {
		found.set('lastInboundAt', problem('lastInboundAt', "isn't a time in epoch milliseconds"));
	}
	if (timeZone !== undefined && !isTimeZone(timeZone)) {
		found.set('timeZone', problem('timeZone', `"${timeZone}" isn't an IANA time zone`));
	}
	const ofFacts = problemsOfOwnFacts(policy, message.facts).map(({ path, message: what }) => ({
		path,
		message: `can't be used: ${what.document.replace(/\.$/, '')}`,
	}));
	return [...found.values(), ...ofFacts];
}

/** What replies come with, as JSON. bytes */
const LONGEST_WITH = 2_000;

function problemsOfWith({ with: given }: PlannedRecipient): RequestProblem[] {
	if (given === undefined) return [];
	if (typeof given !== 'object' || given === null || Array.isArray(given)) {
		return [problem('with', 'must be an object, such as { "appointment": 7 }')];
	}
	const bytes = Buffer.byteLength(JSON.stringify(given));
	const what = `has ${bytes} bytes as JSON, but at most ${LONGEST_WITH} can come back with a reply. Leave out what can be looked up`;
	return bytes > LONGEST_WITH ? [problem('with', what)] : [];
}

/** Everything that is wrong with a recipient. */
export function problemsOfRecipient(
	recipient: PlannedRecipient,
	message: FrozenMessage,
	policy: PolicyDocument,
): RequestProblem[] {
	const { key } = recipient;
	const problems = problemsOfMessage(message, policy);
	// What is nested too deeply can't be written as JSON.
	if (!problems.some(({ path }) => isWithin(path, 'with'))) problems.push(...problemsOfWith(recipient));
	if (key !== undefined && (typeof key !== 'string' || key.trim() === '' || key.length > ID_LENGTH)) {
		problems.push(problem('key', `must be a text of 1 to ${ID_LENGTH} characters`));
	}
	return problems;
}

const NO_BUDGET = "isn't an amount above 0, with at most six decimals";

/** Whether a number is an amount that can be spent: units of a currency. */
const isBudget = (given: unknown) => typeof given === 'number' && (readAmount(given) ?? 0) > 0;

/**
 * What a campaign may cost.
 * @throws InvalidRequest if it isn't an amount, or if the account has no prices
 */
export function budgetOf(given: number, prices: { currency: string } | undefined): Budget {
	if (!isBudget(given)) throw new InvalidRequest([problem('budget', NO_BUDGET)]);
	if (prices) return { amount: readAmount(given)!, currency: prices.currency };
	throw new InvalidRequest([
		problem('budget', "can't be counted, as the account has no prices. Set them first (Money: Set Prices)"),
	]);
}

/** When a campaign is planned, by the gateway's clock and by this computer's. Epoch ms */
interface PlanTimes {
	now: number;
	local: number;
}

/**
 * Says that a time has passed. What the sandbox's clock was moved ahead by is told, as n8n's own times don't follow it.
 */
function passed(time: number, { now, local }: PlanTimes): string {
	const iso = (at: number) => new Date(at).toISOString();
	const ahead = Math.round((now - local) / HOUR);
	const remedy =
		ahead < 1
			? ''
			: `. The gateway's clock is ${ahead === 1 ? '1 hour' : `${ahead} hours`} ahead of this computer's, as if you let time pass in the sandbox. Choose a time that is as much later`;
	return `has passed: it is ${iso(time)}, and the gateway's time is ${iso(now)}${remedy}`;
}

/** Everything that is wrong with a campaign itself. */
export function problemsOfPlan(
	{ id, channel, startAt, endAt, perSecond, budget }: CampaignPlan,
	times: PlanTimes,
): RequestProblem[] {
	const { now } = times;
	const problems: RequestProblem[] = [];
	if (typeof id !== 'string' || id.trim() === '' || id.length > ID_LENGTH) {
		problems.push(problem('id', `must be a text of 1 to ${ID_LENGTH} characters`));
	} else if (isKeptCampaign(id)) {
		problems.push(
			problem(
				'id',
				'starts with "kept:", which is reserved for messages that are kept until they can be sent',
			),
		);
	}
	if (typeof channel !== 'string' || channel.trim() === '') problems.push(problem('channel', 'is missing'));
	for (const [path, time] of Object.entries({ startAt, endAt })) {
		if (time !== undefined && !Number.isFinite(time)) {
			problems.push(problem(path, "isn't a time in epoch milliseconds"));
		}
	}
	if (perSecond !== undefined && !(perSecond > 0 && Number.isFinite(perSecond))) {
		problems.push(problem('perSecond', "isn't a number above 0"));
	}
	if (budget !== undefined && !isBudget(budget)) problems.push(problem('budget', NO_BUDGET));
	if (endAt !== undefined && endAt <= Math.max(now, startAt ?? now)) {
		problems.push(
			problem('endAt', startAt !== undefined && startAt > now ? 'is before the start' : passed(endAt, times)),
		);
	}
	return problems;
}
