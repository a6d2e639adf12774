/** Where the customer is. */
export const PLACE = {
	latitude: 52.52,
	longitude: 13.405,
	name: 'Berlin',
	address: 'Alexanderplatz, Berlin',
};

/** The first message of somebody who clicked on an ad. Facts 2026, §10: `referral`. */
export const AD = {
	type: 'text',
	text: { body: 'Hello! I saw your ad. Is it still available?' },
	referral: {
		source_url: 'https://example.com/ad',
		source_id: '1200000000000001',
		source_type: 'ad',
		headline: 'Spring sale',
		body: 'Everything for your balcony',
		media_type: 'image',
		image_url: 'https://example.com/ad.jpg',
		ctwa_clid: 'sample-click',
	},
};
