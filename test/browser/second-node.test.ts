import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { PATIENCE } from './support/open-browser';
import { poll } from '../../tools/n8n';

const LIST_OPENS_WITHIN = 5_000;

let sandbox: Sandbox;
let editor: Editor;

beforeAll(async () => {
	sandbox = await startSandbox();
	editor = await openEditor({});
	// Like most, it names no store, whereas those that a test file borrows n8n with do.
	await editor.n8n.api.createCredential(sandboxCredential(sandbox));
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

/** Clicks an action in the list of Business Messaging. */
async function choose(page: Page, action: string, { isListClosed = false } = {}): Promise<void> {
	const entries = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill('Business Messaging');
	await entries
		.filter({ hasText: /^\s*Business Messaging\s*$/ })
		.first()
		.click();
	if (isListClosed) await page.getByText(/^Actions \(/).click();
	await entries.filter({ hasText: action }).click();
	await page.getByTestId('ndv').waitFor();
}

/** Opens the list of a field until the saved policy is in it: n8n draws a new form again, which closes an open list. */
const isListed = (page: Page, field: string) =>
	poll(
		async () => {
			await page.getByTestId(`parameter-input-${field}`).click();
			return page
				.getByRole('option', { name: 'careful' })
				.waitFor({ timeout: LIST_OPENS_WITHIN })
				.then(
					() => true,
					() => undefined,
				);
		},
		{ timeoutMs: PATIENCE, onTimeout: () => 'The policy is not in the list.' },
	);

// n8n loads the lists of a second node before it has chosen the node's credential, and not again then.
it('a policy that the first node of a workflow saved is in the lists of others', async () => {
	const { page, n8n } = editor;
	await page.goto(`${n8n.url}/workflow/new`);
	// While a workflow has no trigger, n8n shows the list of triggers, and that of actions is closed.
	await choose(page, 'Create or change a policy', { isListClosed: true });
	await page.getByPlaceholder('my-policy').fill('careful');
	await page.getByTestId('ndv').getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText('careful').first().waitFor();
	await page.getByTestId('ndv-close-button').first().click();
	await choose(page, 'Replay past decisions with a policy');
	expect(await isListed(page, 'policyName')).toBe(true);
	await page.getByRole('option', { name: 'careful' }).click();
	await page.getByTestId('ndv-close-button').first().click();
	// n8n loads the list of a field that appears only if no field of that name was there before.
	await choose(page, 'Check a policy, and prove what it never does');
	await page.getByTestId('parameter-input-definitionInput').click();
	await page.getByRole('option', { name: 'A Saved Policy' }).click();
	expect(await isListed(page, 'policyToCheck')).toBe(true);
});
