import type { z } from 'zod';
import type { ProviderProfile } from '../platform';
import { GatewayError } from './gateway-error';
import type { GatewayRequest, Transport } from './transport';
import { TransportError } from './transport';

/** What the gateway's clock said, in the `Date` header of an answer. */
export interface ClockReading {
	/** Epoch ms */
	gatewayTime: number;
	/** When it was read, on the local clock. Epoch ms */
	readAt: number;
	/** Whether this clock can jump: an emulator's virtual clock says so in a header. */
	virtual: boolean;
}

export interface ConnectionOptions {
	baseUrl: string;
	apiKey: string;
	profile: ProviderProfile;
	transport: Transport;
}

/** One call of the gateway, before address and key are put to it. */
export interface Call<Schema extends z.ZodType> extends Pick<GatewayRequest, 'method' | 'query' | 'body'> {
	path: string;
	answer: Schema;
}

/** Carries calls to one gateway with one key, checks what comes back, and reads the gateway's clock from it. */
export interface Connection {
	call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>>;
	clock(): ClockReading | undefined;
	profile: ProviderProfile;
}

export function openConnection({ baseUrl, apiKey, profile, transport }: ConnectionOptions): Connection {
	const base = baseUrl.trim().replace(/\/+$/, '');
	if (!URL.canParse(base)) {
		throw new Error(`The base URL "${baseUrl}" is not a URL. It looks like https://gateway.example.com`);
	}
	let clock: ClockReading | undefined;

	function readClock(headers: Record<string, string | undefined>) {
		const gatewayTime = Date.parse(headers.date ?? '');
		if (Number.isNaN(gatewayTime)) return;
		clock = { gatewayTime, readAt: Date.now(), virtual: headers['x-virtual-clock'] !== undefined };
	}

	async function carry(request: GatewayRequest) {
		try {
			return await transport(request);
		} catch (error) {
			throw error instanceof TransportError ? GatewayError.fromTransport(request, error) : error;
		}
	}

	return {
		profile,
		clock: () => clock,
		async call({ method, path, query, body, answer }) {
			const headers = { [profile.apiKeyHeader]: apiKey, accept: 'application/json' };
			const request = { method, url: `${base}${path}`, headers, query, body };
			const response = await carry(request);
			readClock(response.headers);
			if (response.status < 200 || response.status > 299) throw GatewayError.fromResponse(request, response);
			const parsed = answer.safeParse(response.body);
			if (parsed.success) return parsed.data;
			const problems = parsed.error.issues.map(
				({ path: at, message }) => `${at.join('.') || 'the body'}: ${message}`,
			);
			throw GatewayError.fromUnknownAnswer(request, response, problems.join('; '));
		},
	};
}
