import { useState } from 'preact/hooks';
import type { CustomerRecord, GroupRecord } from '../../simulator/records';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Switch } from '../ui/controls';
import { Field, Form, Select, SubmitOrCancel } from '../ui/form';
import { Icon } from '../../../page/ui/icon';
import { Button } from '../../../page/ui/button';

/** The number's groups, with their members and those who want to join. */
export function Groups() {
	const { groups } = useWorld();
	return (
		<>
			<p class="lead">In a group, one message of any member opens the window for the whole group.</p>
			<NewGroup />
			<ul class="cards">
				{groups.map((group) => (
					<GroupCard key={group.id} group={group} />
				))}
			</ul>
		</>
	);
}

function NewGroup() {
	const [subject, setSubject] = useState<string>();
	const [needsApproval, setApproval] = useState(true);
	if (subject === undefined) {
		return (
			<Button onClick={() => setSubject('')}>
				<Icon name="plus" /> New group
			</Button>
		);
	}
	const add = async () => {
		const joinApprovalMode = needsApproval ? 'approval_required' : 'auto_approve';
		if ((await control('addGroup', { subject, joinApprovalMode })) !== undefined) setSubject(undefined);
	};
	return (
		<Form class="card" aria-label="New group" onSubmit={add}>
			<Field
				label="Subject"
				value={subject}
				required
				autoFocus
				placeholder="Book club"
				onValue={setSubject}
			/>
			<Switch isOn={needsApproval} onChange={setApproval}>
				The business approves who joins
			</Switch>
			<SubmitOrCancel submit="Add" onCancel={() => setSubject(undefined)} />
		</Form>
	);
}

/** One group: who is in it, who asks to join, and who could. */
function GroupCard({ group }: { readonly group: GroupRecord }) {
	const { customers } = useWorld();
	const { open, turnTo } = useSelection();
	const { id, key, subject, needsApproval, participants, requests, suspended } = group;
	const customerOf = (wanted: string) => customers.find((customer) => customer.key === wanted);
	const others = customers.filter((customer) => !participants.includes(customer.key));
	const title = `group-${id}`;
	return (
		<li class="card" aria-labelledby={title}>
			<div class="card-head">
				<h3 id={title}>
					{subject} <small>{needsApproval ? 'joins need approval' : 'anyone with the link joins'}</small>
				</h3>
				<span class="buttons">
					<Button
						onClick={() => {
							open(key);
							turnTo('phones');
						}}
					>
						Open chat
					</Button>
					<Button onClick={() => void control('suspendGroup', id, !suspended)}>
						{suspended ? 'End suspension' : 'Suspend'}
					</Button>
				</span>
			</div>
			<ul class="people">
				{participants.map((member) => (
					<Person key={member} customer={customerOf(member)}>
						{(address) => (
							<Button class="quiet" onClick={() => void control('leaveGroup', id, address)}>
								Leave
							</Button>
						)}
					</Person>
				))}
				{requests.map((request) => (
					<Person key={request.id} customer={customerOf(request.customer)} note="asks to join">
						{() => (
							<>
								<Button onClick={() => void control('approveJoinRequest', id, request.id)}>Approve</Button>
								<Button onClick={() => void control('rejectJoinRequest', id, request.id)}>Reject</Button>
								<Button class="quiet" onClick={() => void control('revokeJoinRequest', id, request.id)}>
									Withdraw
								</Button>
							</>
						)}
					</Person>
				))}
			</ul>
			<Join group={id} others={others} />
		</li>
	);
}

interface PersonProps {
	readonly customer: CustomerRecord | undefined;
	readonly note?: string;
	readonly children: (address: string) => unknown;
}

function Person({ customer, note, children }: PersonProps) {
	if (customer === undefined) return null;
	return (
		<li>
			<span>
				{customer.name} {note !== undefined && <small>{note}</small>}
			</span>
			<span class="buttons">{children(customer.address) as preact.ComponentChildren}</span>
		</li>
	);
}

function Join({ group, others }: { readonly group: string; readonly others: readonly CustomerRecord[] }) {
	const [chosen, choose] = useState('');
	const address = others.find((one) => one.address === chosen)?.address ?? others[0]?.address;
	if (address === undefined) return null;
	return (
		<div class="join">
			<label>
				Customer
				<Select
					value={address}
					choices={others.map((one) => [one.address, one.name] as const)}
					onValue={choose}
				/>
			</label>
			<Button onClick={() => void control('joinGroup', group, address)}>Follow the invite link</Button>
		</div>
	);
}
