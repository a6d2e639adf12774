const [WIDTH, HEIGHT] = [480, 320];

/** A picture that a customer could have taken: hills and the sun, a little different each time. */
export async function samplePicture(): Promise<Blob> {
	const canvas = document.createElement('canvas');
	[canvas.width, canvas.height] = [WIDTH, HEIGHT];
	const context = canvas.getContext('2d');
	if (context !== null) paint(context, Math.random());
	return new Promise((resolve, reject) => {
		const take = (blob: Blob | null) => (blob === null ? reject(new Error('no picture')) : resolve(blob));
		canvas.toBlob(take, 'image/jpeg', 0.85);
	});
}

function paint(context: CanvasRenderingContext2D, chance: number): void {
	const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
	sky.addColorStop(0, `hsl(${190 + chance * 40} 70% 72%)`);
	sky.addColorStop(1, `hsl(${20 + chance * 30} 85% 86%)`);
	context.fillStyle = sky;
	context.fillRect(0, 0, WIDTH, HEIGHT);
	context.fillStyle = `hsl(${40 + chance * 10} 95% 65%)`;
	context.beginPath();
	context.arc(90 + chance * 300, 110, 38, 0, 2 * Math.PI);
	context.fill();
	hill(context, 210, 40, `hsl(${140 + chance * 30} 30% 55%)`, chance * 6);
	hill(context, 250, 30, `hsl(${140 + chance * 30} 35% 42%)`, 2 + chance * 6);
}

function hill(
	context: CanvasRenderingContext2D,
	top: number,
	swing: number,
	color: string,
	turn: number,
): void {
	context.fillStyle = color;
	context.beginPath();
	context.moveTo(0, HEIGHT);
	for (let x = 0; x <= WIDTH; x += 8) context.lineTo(x, top + swing * Math.sin(x / 90 + turn));
	context.lineTo(WIDTH, HEIGHT);
	context.fill();
}
