import { z } from 'zod';
import { agentReplies, passControl } from '../agent';
import { customerWrites, setPreference } from '../customer';
import { FaultPlan, faultsSchema } from '../faults';
import { reportStatus } from '../messages/statuses';
import { settingsSchema } from '../settings';
import { categorySchema, componentsSchema, definitionSchema } from '../templates/definition';
import { approve, disable, halt, pause, reactivate, reject } from '../templates/lifecycle';
import { newTemplate, type Template } from '../templates/template';
import type { World } from '../world';
import { applySettings } from '../world-settings';
import { contact, ControlError } from './arguments';
import { method } from './method';

const templateStatus = z.enum([
	'PENDING',
	'APPROVED',
	'REJECTED',
	'PAUSED',
	'DISABLED',
	'IN_APPEAL',
	'LIMIT_EXCEEDED',
	'ARCHIVED',
]);

const name = z.string().min(1);
const language = z.string().min(2).optional();

/** What a test or a person can make happen behind the gateway. Every method returns a promise. */
export const actions = {
	/** A customer writes; returns the message's id. `message` adds fields, or is the content of `type`. */
	customerWrites: method(
		['message'],
		z.tuple([
			z.strictObject({
				from: contact,
				text: z.string().optional(),
				group: z.string().min(1).optional(),
				type: z.string().min(1).optional(),
				name: z.string().optional(),
				message: z.record(z.string(), z.unknown()).optional(),
			}),
		]),
		(world, written) => customerWrites(world, written),
	),
	/** A customer reads a message of the business; emits the status `read`. */
	customerReads: method(['messageId'], z.tuple([z.string()]), (world, messageId) => {
		const message = world.ledger.find(messageId);
		if (message === undefined) throw new ControlError(`customerReads: no message ${messageId} was accepted`);
		reportStatus(world, message, 'read');
	}),
	/** The agent answers a customer; returns the message's id. */
	agentReplies: method(
		['reply'],
		z.tuple([z.strictObject({ to: contact, text: z.string().min(1) })]),
		(world, { to, text }) => agentReplies(world, to, text),
	),
	/** Control of a conversation passes to the business or to the agent; emits `messaging_handovers`. */
	handOver: method(
		['handover'],
		z.tuple([
			z.strictObject({ contact, to: z.enum(['business', 'agent']), metadata: z.unknown().optional() }),
		]),
		(world, { contact: customer, to, metadata }) => passControl(world, customer, to, { metadata }),
	),
	/** Enables the agent, which then holds every conversation, or disables it. */
	setAgent: method(['enabled'], z.tuple([z.boolean()]), (world, enabled) =>
		world.conversations.setAgent(enabled),
	),
	/** A customer stops, or resumes, marketing messages; emits `user_preferences`. */
	optOut: method(
		['contact', 'value'],
		z.tuple([contact, z.enum(['stop', 'resume']).optional()]),
		(world, customer, value = 'stop') => setPreference(world, customer, value),
	),
	/** Puts a template there without the API, APPROVED unless told otherwise, and without an event. */
	addTemplate: method(
		['template'],
		z.tuple([
			z.strictObject({
				name: definitionSchema.shape.name,
				language: definitionSchema.shape.language.optional(),
				category: categorySchema.optional(),
				body: z.string().min(1).optional(),
				components: componentsSchema.optional(),
				status: templateStatus.optional(),
			}),
		]),
		(world, given) => {
			const components = given.components ?? [
				{ type: 'BODY', text: given.body ?? 'Hello from the business.' },
			];
			const { category = 'UTILITY', language: code = 'en_US', status = 'APPROVED' } = given;
			const template = newTemplate({ name: given.name, language: code, category, components });
			template.status = status;
			removeTemplate(world, given.name, code);
			world.templates.push(template);
			return { id: template.id };
		},
	),
	/** The review of a template finishes well. Without a language: of all its translations. */
	approve: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) approve(world, template);
	}),
	/** The review of a template finishes badly, for a `rejected_reason`. */
	reject: method(
		['name', 'language', 'reason'],
		z.tuple([name, language, z.string().optional()]),
		(world, which, code, reason = 'INVALID_FORMAT') => {
			for (const template of templatesNamed(world, which, code)) reject(world, template, reason);
		},
	),
	/** Pauses a template for its quality (3 h, then 6 h, then it is disabled) or by pacing (without an end). */
	pause: method(
		['name', 'language', 'kind'],
		z.tuple([name, language, z.enum(['quality', 'pacing']).optional()]),
		(world, which, code, kind = 'quality') => {
			for (const template of templatesNamed(world, which, code)) pause(world, template, kind);
		},
	),
	/** Disables a template. */
	disable: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) disable(world, template);
	}),
	/** Ends a template's pause by hand, or reinstates a disabled one. */
	reactivate: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) reactivate(world, template);
	}),
	/** Replaces the faults in force; `{}` is a healthy gateway. */
	faults: method(['faults'], z.tuple([faultsSchema]), (world, faults) => {
		world.faults = new FaultPlan(faults);
	}),
	/** Changes some settings. */
	configure: method(['settings'], z.tuple([settingsSchema.partial()]), (world, settings) => {
		applySettings(world, settings);
	}),
	/** Resolves once every webhook is delivered or given up. */
	idle: method([], z.tuple([]), (world) => world.webhooks.idle()),
	/** Forgets what has happened (messages, violations, deliveries, conversations, opt-outs, faults). */
	clear: method([], z.tuple([]), (world) => {
		world.ledger.clear();
		world.webhooks.clear();
		world.conversations.clear();
		world.optedOut.clear();
		world.pairBuckets.clear();
		world.faults = new FaultPlan();
	}),
} as const;

function templatesNamed(world: World, wanted: string, code?: string): Template[] {
	const found = world.templates.filter(
		(template) => template.name === wanted && (code === undefined || template.language === code),
	);
	if (found.length > 0) return found;
	throw new ControlError(`no template is named ${wanted}${code === undefined ? '' : ` in ${code}`}`);
}

function removeTemplate(world: World, wanted: string, code: string): void {
	const index = world.templates.findIndex(
		(template) => template.name === wanted && template.language === code,
	);
	if (index === -1) return;
	for (const template of world.templates.splice(index, 1)) halt(template);
}
