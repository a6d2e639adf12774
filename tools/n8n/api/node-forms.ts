import { credentialsApi } from './credentials';
import type { N8nSession } from './n8n-session';

interface NodeType {
	name: string;
	displayName: string;
	group: string[];
	version: number | number[];
	properties: Record<string, unknown>[];
	credentials?: { name: string; required?: boolean }[];
	[other: string]: unknown;
}

/** A form field's request for its choices. */
interface FieldQuestion {
	/** The node type's full name, such as `n8n-nodes-business-messaging.businessMessaging`. */
	nodeType: string;
	typeVersion?: number;
	/** The node's `loadOptions`, `listSearch` or `resourceMapping` method. */
	method: string;
	/** Where the field is, such as `parameters.template`. */
	path?: string;
	/** The form's current values. */
	parameters?: Record<string, unknown>;
	/** The names of the node's credentials, by type. */
	credentials?: Record<string, { name: string }>;
}

interface SearchResult {
	results: { name: string; value: string | number | boolean; url?: string; description?: string }[];
	paginationToken?: string;
}

export interface NodeFormsApi {
	/** The node types in the editor's list. */
	nodeTypes(): Promise<NodeType[]>;
	/** What a resource locator's list shows for the text that the user typed. */
	searchList(question: FieldQuestion, filter?: string, paginationToken?: string): Promise<SearchResult>;
	/** The choices that a node loads for a dropdown. */
	loadOptions(question: FieldQuestion): Promise<{ name: string; value: unknown; description?: string }[]>;
	/** The fields of a resource mapper. */
	mapperFields(question: FieldQuestion): Promise<{ fields: Record<string, unknown>[] }>;
	/** What "Test" says in the form of a stored credential, with other values in some of its fields. */
	testCredential(
		name: string,
		changes?: Record<string, unknown>,
	): Promise<{ status: 'OK' | 'Error'; message: string }>;
}

interface StoredCredential {
	type: string;
	/** Secrets are blanked out. n8n fills in the stored ones again. */
	data: Record<string, unknown>;
}

export function nodeFormsApi(session: N8nSession): NodeFormsApi {
	const { editor } = session;
	const { credentialId } = credentialsApi(session);

	async function bodyOf({ nodeType, typeVersion, method, path, parameters, credentials }: FieldQuestion) {
		const withIds = Object.entries(credentials ?? {}).map(
			async ([type, { name }]) => [type, { name, id: await credentialId(name) }] as const,
		);
		return {
			nodeTypeAndVersion: { name: nodeType, version: typeVersion ?? 1 },
			methodName: method,
			path: path ?? '',
			currentNodeParameters: parameters ?? {},
			...(credentials && { credentials: Object.fromEntries(await Promise.all(withIds)) }),
		};
	}

	const ask = async (question: string, of: FieldQuestion, more: object = {}) =>
		editor('POST', `/rest/dynamic-node-parameters/${question}`, { ...(await bodyOf(of)), ...more });
	return {
		nodeTypes: async () => (await editor('GET', '/types/nodes.json')) as NodeType[],
		searchList: async (question, filter, paginationToken) =>
			(await ask('resource-locator-results', question, { filter, paginationToken })) as SearchResult,
		loadOptions: async (question) =>
			(await ask('options', question)) as Awaited<ReturnType<NodeFormsApi['loadOptions']>>,
		mapperFields: async (question) =>
			(await ask('resource-mapper-fields', question)) as Awaited<ReturnType<NodeFormsApi['mapperFields']>>,
		async testCredential(name, changes = {}) {
			const id = await credentialId(name);
			const stored = (await editor('GET', `/rest/credentials/${id}?includeData=true`)) as StoredCredential;
			const { type, data } = stored;
			const answer = await editor('POST', '/rest/credentials/test', {
				credentials: { id, name, type, data: { ...data, ...changes } },
			});
			return answer as Awaited<ReturnType<NodeFormsApi['testCredential']>>;
		},
	};
}
