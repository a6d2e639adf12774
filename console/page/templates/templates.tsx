import type { AccountTemplate, TemplateState } from '../../../engine';
import type { TemplatesRecord } from '../../records';
import { useLive } from '../data';
import { Heading } from '../heading';
import { Trouble } from '../trouble';
import { asMoment } from '../words';

/** States that waiting doesn't end. */
const BAD: ReadonlySet<TemplateState> = new Set<TemplateState>([
	'absent',
	'rejected',
	'disabled',
	'deleted',
	'archived',
	'locked',
]);

/** The glossary's words (CONTRIBUTING.md, Template states). */
const stateOf = ({ state }: AccountTemplate) =>
	state === 'sendable' ? 'approved' : state.replaceAll('-', ' ');

const toneOf = ({ state }: AccountTemplate) =>
	state === 'sendable' ? undefined : BAD.has(state) ? 'bad' : 'warning';

/** Each template, and whether messages can go out with it. */
export function Templates() {
	const { view, trouble } = useLive<TemplatesRecord>('templates');
	return (
		<div class="scroll">
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<section class="panel-card" aria-labelledby="templates">
					<Heading id="templates">Templates</Heading>
					{view.templates.length === 0 ? (
						<p class="empty">The store has heard of no template yet.</p>
					) : (
						<Table {...view} />
					)}
					<p class="hint">
						What a template says is in n8n: use “Get a template” or “Edit a template” of the node Business
						Messaging.
					</p>
				</section>
			)}
		</div>
	);
}

function Table({ at, templates }: TemplatesRecord) {
	return (
		<div class="wide-table" tabIndex={0} role="group" aria-labelledby="templates">
			<table class="figures templates">
				<thead>
					<tr>
						<th scope="col">Template</th>
						<th scope="col">State</th>
						<th scope="col">Category</th>
						<th scope="col">Quality</th>
						<th scope="col">Last heard of</th>
					</tr>
				</thead>
				<tbody>
					{templates.map((template) => (
						<tr key={`${template.account} ${template.name} ${template.language}`}>
							<th scope="row">
								{template.name}
								<small>{template.language}</small>
							</th>
							<td>
								<span class={`chip ${toneOf(template) ?? ''}`}>
									{stateOf(template)}
									{template.pauseEndsAt !== undefined && ` until ${asMoment(template.pauseEndsAt, at)}`}
								</span>
								{template.reason !== undefined && <small>{template.reason}</small>}
							</td>
							<td>{template.category?.toLowerCase() ?? ''}</td>
							<td>{template.quality?.toLowerCase() ?? ''}</td>
							<td>{template.heardAt === undefined ? '' : asMoment(template.heardAt, at)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
