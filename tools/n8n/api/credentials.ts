import type { N8nSession } from './n8n-session';

/** A credential in the format of n8n's export. */
export interface Credential {
	/**
	 * What workflows call it. n8n chooses another id, and puts that into the workflows that name the credential, as it
	 * does for imported ones.
	 */
	id: string;
	/** No other one of its type has this name. */
	name: string;
	/** The credential type's name, such as `businessMessagingApi`. */
	type: string;
	/** In plain text. n8n encrypts it. */
	data: Record<string, unknown>;
}

export interface CredentialsApi {
	/** Creates a credential, which has to be there before the workflows that name it are saved. */
	createCredential(credential: Credential): Promise<void>;
	/** The id that n8n chose for the credential with this name. */
	credentialId(name: string): Promise<string>;
}

export function credentialsApi({ editor }: N8nSession): CredentialsApi {
	return {
		async createCredential({ name, type, data }) {
			await editor('POST', '/rest/credentials', { name, type, data });
		},
		async credentialId(name) {
			const all = (await editor('GET', '/rest/credentials')) as Array<{ id: string; name: string }>;
			const found = all.filter((each) => each.name === name);
			if (found.length !== 1)
				throw new Error(`n8n has ${found.length} credentials that are named "${name}".`);
			return found[0]!.id;
		},
	};
}
