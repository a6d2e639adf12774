import { Icon } from '../../../page/ui/icon';
import type { PolicyRecord } from '../../records';
import { useLive } from '../data';
import { Heading } from '../heading';
import { goTo, hrefOf, hrefOfPolicy } from '../route';
import { Trouble } from '../trouble';
import { useArrival } from '../way-back';
import { Saved, Sentence } from '../words';

interface PolicyProps {
	readonly name: string;
	/** The newest if left out. */
	readonly version: string | undefined;
	/** The rule that a link led to. */
	readonly rule: string | undefined;
}

/** A version of a policy: its rules as sentences, and what uses it. */
export function Policy({ name, version, rule }: PolicyProps) {
	const { view, trouble } = useLive<PolicyRecord>(
		'policy',
		version === undefined ? { name } : { name, version },
	);
	return (
		<div class="scroll">
			<p class="back">
				<a href={hrefOf('policies')}>
					<Icon name="back" /> All policies
				</a>
			</p>
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<div class="policy">
					<Head policy={view} isPassed={rule !== undefined} />
					<Rules policy={view} chosen={rule} />
					<Others policy={view} />
				</div>
			)}
		</div>
	);
}

function Head({ policy, isPassed }: { readonly policy: PolicyRecord; readonly isPassed: boolean }) {
	const { name, version, newest = version, description, changes, numbers, campaigns } = policy;
	return (
		<section class="panel-card" aria-labelledby="policy">
			<span class="row-head">
				<Heading id="policy" class="breakable" isLonely isPassed={isPassed}>
					{name}
					<small>
						version {version} · <Saved {...policy} />
					</small>
				</Heading>
				{newest > 1 && (
					<label>
						<span class="visually-hidden">Version</span>
						<select
							value={String(version)}
							onChange={({ currentTarget: { value } }) => goTo(hrefOf('policies', name, value))}
						>
							{Array.from({ length: newest }, (_, index) => newest - index).map((each) => (
								<option key={each} value={String(each)}>
									Version {each}
									{each === newest && ', the newest'}
								</option>
							))}
						</select>
					</label>
				)}
			</span>
			{description && <p class="breakable">{description}</p>}
			{changes !== undefined && (
				<p class="breakable">
					Compared with <a href={hrefOfPolicy({ name, version: version - 1 })}>version {version - 1}</a>,{' '}
					{changes}.
				</p>
			)}
			{numbers.length > 0 && (
				<p>
					{numbers.join(', ')} {numbers.length === 1 ? 'uses' : 'use'} its newest version, unless a node names
					another policy.
				</p>
			)}
			{campaigns.length > 0 && (
				<p class="breakable">
					{campaigns.length === 1 ? 'A campaign uses' : 'Campaigns use'} this version:{' '}
					{campaigns.map(({ channel, id }, index) => (
						<span key={`${channel} ${id}`}>
							{index > 0 && ', '}
							<a href={hrefOf('campaigns', channel, id)}>{id}</a>
						</span>
					))}
				</p>
			)}
		</section>
	);
}

interface RulesProps {
	readonly policy: PolicyRecord;
	readonly chosen: string | undefined;
}

function Rules({ policy: { rules }, chosen }: RulesProps) {
	return (
		<section class="panel-card" aria-labelledby="rules">
			<h2 id="rules">Rules</h2>
			<p class="hint">
				They are asked in this order, and the first that applies decides. If none applies, the message is
				held. What stands in brackets is filled in for each message.
			</p>
			<ol class="cards">
				{rules.map((rule, index) => (
					<Rule
						key={`${rule.name} ${rule.name === chosen}`}
						rule={rule}
						place={index + 1}
						isChosen={rule.name === chosen}
					/>
				))}
			</ol>
		</section>
	);
}

interface RuleProps {
	readonly rule: PolicyRecord['rules'][number];
	readonly place: number;
	readonly isChosen: boolean;
}

/** A rule. If a link led to it, it takes the focus. */
function Rule({ rule: { name, isOff, action, sentence, reasons, again }, place, isChosen }: RuleProps) {
	const arrival = useArrival<HTMLLIElement>(true);
	const opened = isChosen
		? ({ ref: arrival, tabIndex: -1, 'data-arrival': '', 'aria-current': 'true' } as const)
		: {};
	return (
		<li class="card rule" {...opened}>
			<span class="row-head">
				<strong class="breakable">
					{!isOff && `${place}. `}
					{name}
				</strong>
				<span class="chip">{isOff ? 'turned off' : action}</span>
			</span>
			<p class="breakable">
				<Sentence text={sentence} />
				{again !== undefined && ` ${again}`}
			</p>
			{reasons.map((reason) => (
				<p key={reason} class="hint breakable">
					<Sentence text={reason} />
				</p>
			))}
		</li>
	);
}

/** What else a policy has, as far as it has it. */
function Others({ policy: { facts, tests, reactions } }: { readonly policy: PolicyRecord }) {
	return (
		<>
			{facts.length > 0 && (
				<section class="panel-card" aria-labelledby="facts">
					<h2 id="facts">Its own facts</h2>
					<ul class="plain-list">
						{facts.map(({ name, label, description, missing }) => (
							<li key={name} class="breakable">
								<b>{label}</b> ({name}){description && `: ${description}`}{' '}
								{missing === undefined
									? 'A message that doesn’t say it is held.'
									: `If a message doesn’t say it, it is ${missing}.`}
							</li>
						))}
					</ul>
				</section>
			)}
			{tests.length > 0 && (
				<section class="panel-card" aria-labelledby="tests">
					<h2 id="tests">Tests</h2>
					<details>
						<summary>What the policy has to decide ({tests.length})</summary>
						<ul class="plain-list">
							{tests.map((test) => (
								<li key={test} class="breakable">
									{test}
								</li>
							))}
						</ul>
					</details>
				</section>
			)}
			{reactions.length > 0 && (
				<section class="panel-card" aria-labelledby="reactions">
					<h2 id="reactions">Its own reactions</h2>
					<p class="breakable">{reactions.join(', ')}</p>
				</section>
			)}
		</>
	);
}
