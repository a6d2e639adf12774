import { useEffect, useRef, useState } from 'preact/hooks';
import type { PricesSet } from '../../control/control';
import type { BillRecord } from '../../simulator/records';
import { control } from '../state/control';
import { Field, Form } from '../ui/form';
import { Button } from '../../../page/ui/button';

const EXAMPLE =
	'Market,Marketing,Utility,Authentication,Service\nGermany,0.1131,0.0456,0.0456,0.0456\nOther,0.05,0.007,0.007,0.007';

interface Outcome {
	readonly problems: readonly string[];
	readonly sentence: string;
}

const NOTHING: Outcome = { problems: [], sentence: '' };

interface PricesProps {
	readonly prices: BillRecord['prices'];
}

/** What messages cost from now on, to see and to set. */
export function Prices({ prices }: PricesProps) {
	const [draft, setDraft] = useState<{ readonly csv?: string; readonly currency?: string }>({});
	const [{ problems, sentence }, setOutcome] = useState(NOTHING);
	const field = useRef<HTMLTextAreaElement>(null);
	const csv = draft.csv ?? prices?.csv ?? '';
	const currency = draft.currency ?? prices?.currency ?? 'EUR';
	useEffect(() => setDraft({}), [JSON.stringify(prices)]);
	const change = (changed: typeof draft) => {
		setDraft({ ...draft, ...changed });
		setOutcome(NOTHING);
	};
	const set = async () => {
		const set = await control<PricesSet>('setPrices', csv, currency);
		if (set === undefined) return;
		if ('problems' in set) setOutcome({ ...NOTHING, problems: set.problems });
		else setOutcome({ ...NOTHING, sentence: sentenceOf(set) });
	};
	const remove = async () => {
		if ((await control('configure', { prices: null })) === undefined) return;
		setOutcome({ ...NOTHING, sentence: 'The prices are removed.' });
		field.current?.focus();
	};
	return (
		<Form class="card" aria-labelledby="prices-title" onSubmit={set}>
			<h3 id="prices-title">Prices</h3>
			<p class="hint" id="prices-hint">
				One row per market: a country by name or code, or <b>Other</b> for all the rest. New prices count for
				messages delivered from then on. Messages delivered before keep their price.
				{prices?.hasTiers === true && ' Setting prices here removes the volume tiers that a program has set.'}
			</p>
			<label>
				Prices as CSV
				<textarea
					ref={field}
					class="csv"
					value={csv}
					rows={4}
					spellcheck={false}
					placeholder={EXAMPLE}
					aria-describedby="prices-hint"
					aria-invalid={problems.length > 0}
					onInput={({ currentTarget }) => change({ csv: currentTarget.value })}
				/>
			</label>
			<Field
				label="Currency"
				class="currency"
				value={currency}
				maxLength={3}
				onValue={(currency) => change({ currency })}
			/>
			{problems.length > 0 && <Problems problems={problems} />}
			<span class="buttons">
				<Button type="submit" class="primary">
					Set prices
				</Button>
				{prices !== null && <Button onClick={() => void remove()}>Remove prices</Button>}
			</span>
			<p class="hint" role="status">
				{sentence}
			</p>
			<p class="hint">
				To see costs in n8n and in the console, set prices there with <b>Set what messages cost</b>, too.
			</p>
		</Form>
	);
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
	return (
		<div class="problems" role="alert">
			<p>Nothing was set:</p>
			<ul>
				{problems.map((problem) => (
					<li key={problem}>{problem}</li>
				))}
			</ul>
		</div>
	);
}

function sentenceOf({ currency, markets, leftOut }: Exclude<PricesSet, { problems: unknown }>): string {
	const done = `Prices in ${currency} are set for ${markets} ${markets === 1 ? 'market' : 'markets'}.`;
	return leftOut.length === 0 ? done : `${done} Columns left out: ${leftOut.join(', ')}.`;
}
