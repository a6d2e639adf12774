import { useLayoutEffect, useRef } from 'preact/hooks';
import { asDay, asDayAndTime, asExactTime } from '../../../page/times';
import { Icon, type IconName } from '../../../page/ui/icon';
import type { CustomerList, EntryRecord, TimelineRecord } from '../../records';
import { useLive } from '../data';
import { Heading } from '../heading';
import { hrefInList, hrefOfPolicy } from '../route';
import { Trouble } from '../trouble';
import { LISTS, PricesNote, Sentence } from '../words';

const ICONS: Readonly<Record<EntryRecord['kind'], IconName>> = {
	message: 'chat',
	agent_reply: 'reply',
	app_reply: 'phone',
	handover: 'people',
	preference: 'ad',
	told: 'people',
	decision: 'help',
	refused: 'stop',
	sent: 'send',
	status: 'go',
	wait: 'clock',
	next: 'clock',
};

const DECIDED: Readonly<Record<NonNullable<EntryRecord['action']>, IconName>> = {
	freeform: 'go',
	template: 'go',
	hold: 'clock',
	skip: 'stop',
};

const iconOf = ({ kind, action, failed }: EntryRecord): IconName =>
	failed ? 'stop' : kind === 'decision' && action ? DECIDED[action] : ICONS[kind];

interface TimelineProps {
	readonly customer: string;
	/** Where the person came from; the list of everybody if left out. */
	readonly list: CustomerList | undefined;
}

/** What happened with a customer and why, oldest first; what happens next comes last. */
export function Timeline({ customer, list }: TimelineProps) {
	const { view, trouble } = useLive<TimelineRecord>('customer', { customer });
	return (
		<section class="whole timeline" aria-label="Timeline">
			<p class="back narrow-only">
				<a href={hrefInList(list)}>
					<Icon name="back" /> {list === undefined ? 'All customers' : LISTS[list][0]}
				</a>
			</p>
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<>
					<Head timeline={view} />
					<Entries entries={view.entries} />
				</>
			)}
		</section>
	);
}

function Head({ timeline }: { readonly timeline: TimelineRecord }) {
	const { name, profile, number, window, windowClosesAt, holder, optedOut, personCalledAt, spent } = timeline;
	return (
		<header>
			<Heading isLonely>
				{profile ?? name}
				<small>
					{profile !== undefined && `${name} · `}number {number}
				</small>
			</Heading>
			<p class="chips">
				<span class="chip" data-open={window === 'open'}>
					window {window}
					{window === 'open' && windowClosesAt !== undefined && ` until ${asDayAndTime(windowClosesAt)}`}
				</span>
				{window === 'open' && (
					<span class="chip" data-holder={holder}>
						in control: {holder}
					</span>
				)}
				{personCalledAt !== undefined && (
					<span class="chip warning">waits for a person since {asDayAndTime(personCalledAt)}</span>
				)}
				{optedOut.map((category) => (
					<span key={category} class="chip warning">
						opted out of {category.toLowerCase()}
					</span>
				))}
			</p>
			{spent !== undefined && (
				<>
					<p class="spent">
						The messages listed here cost <b>{spent}</b>.
					</p>
					<PricesNote isShort />
				</>
			)}
		</header>
	);
}

/** Who asked for a decision, as n8n's addresses and lists name it. */
function AskedBy({ origin, executionUrl }: Pick<EntryRecord, 'origin' | 'executionUrl'>) {
	const { execution, workflow, workflowName } = origin ?? {};
	const name = execution && `Execution ${execution}`;
	return (
		<small>
			{' '}
			{executionUrl === undefined ? (
				name
			) : (
				<a href={executionUrl} target="_blank" rel="noreferrer">
					{name}
				</a>
			)}
			{name && workflow && ', '}
			{workflow && `workflow ${workflowName === undefined ? workflow : `“${workflowName}”`}`}
		</small>
	);
}

/** What is told, with a link to the rule that decided. */
function Told({ sentence, decidedBy }: Pick<EntryRecord, 'sentence' | 'decidedBy'>) {
	if (decidedBy === undefined) return <Sentence text={sentence} />;
	const { rule, policy } = decidedBy;
	const named = `${rule} of the policy ${policy.name} (version ${policy.version})`;
	const [before = '', ...after] = sentence.split(named);
	if (after.length === 0) return <Sentence text={sentence} />;
	return (
		<>
			<Sentence text={before} />
			<a href={hrefOfPolicy(policy, rule)}>{named}</a>
			<Sentence text={after.join(named)} />
		</>
	);
}

function Entries({ entries }: { readonly entries: readonly EntryRecord[] }) {
	const list = useRef<HTMLOListElement>(null);
	// What happened last, and what happens next, is what people look for.
	useLayoutEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'end' }), []);
	if (entries.length === 0) return <p class="empty">Nothing is stored about the last 30 days.</p>;
	return (
		<ol class="entries" tabIndex={0} aria-label="What happened" ref={list}>
			{entries.map((entry, index) => {
				const { kind, at, sentence, action, failed, origin, executionUrl } = entry;
				const day = asDay(at);
				const isNewDay = index === 0 || asDay(entries[index - 1]!.at) !== day;
				return (
					<li key={index} data-kind={kind} data-action={failed ? 'skip' : action}>
						{isNewDay && <p class="day-title">{day}</p>}
						<div class="entry">
							<span class="entry-icon">
								<Icon name={iconOf(entry)} />
							</span>
							<time dateTime={new Date(at).toISOString()}>{asExactTime(at)}</time>
							<p class="words">
								<Told sentence={sentence} decidedBy={entry.decidedBy} />
								{origin && <AskedBy origin={origin} executionUrl={executionUrl} />}
							</p>
						</div>
					</li>
				);
			})}
		</ol>
	);
}
