import type { PoliciesRecord } from '../../records';
import { useLive } from '../data';
import { Heading } from '../heading';
import { hrefOf } from '../route';
import { Trouble } from '../trouble';
import { asCount, Saved } from '../words';

const counted = (count: number, one: string) => `${asCount(count)} ${one}${count === 1 ? '' : 's'}`;

/** The policies that decide about messages: those of the package, and those that were saved. */
export function Policies() {
	const { view, trouble } = useLive<PoliciesRecord>('policies');
	return (
		<div class="scroll">
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<section class="panel-card policies" aria-labelledby="policies">
					<Heading id="policies">Policies</Heading>
					<ul class="cards">
						{view.policies.map((policy) => {
							const { name, version, description, rules, tests } = policy;
							return (
								<li key={name} class="card">
									<span class="row-head">
										<a href={hrefOf('policies', name)}>
											<strong class="breakable">{name}</strong>
										</a>
										<small>
											version {version} · {counted(rules, 'rule')} · {counted(tests, 'test')} ·{' '}
											<Saved {...policy} />
										</small>
									</span>
									{description && <p class="breakable">{description}</p>}
								</li>
							);
						})}
					</ul>
					<p class="hint">
						To change a policy or make one, use “Create or change a policy” of the node Business Messaging in
						n8n.
					</p>
				</section>
			)}
		</div>
	);
}
