// The running track: two lanes that scroll under the runners. Their lead over
// each other is the only thing that counts, so the view follows the player.

const TAU = Math.PI * 2;
export class Track {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.style = getComputedStyle(canvas);
    this.scroll = 0;
    this.lead = 0;
    this.resize();
  }

  resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    this.ratio = ratio;
  }

  #color(name) {
    return this.style.getPropertyValue(`--${name}`);
  }

  /** `pace` is words per minute, `lead` how many characters you are ahead of the rival. */
  draw({ now, elapsed, pace, lead, rival }) {
    const { context } = this;
    this.scroll += (elapsed / 1000) * (40 + pace * 5);
    this.lead += (lead - this.lead) * Math.min(1, elapsed / 300);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.#drawLanes();
    const middle = this.width * 0.42;
    const reach = this.width * 0.34;
    const shift = Math.max(-1, Math.min(1, this.lead / 60)) * reach;
    this.#drawRunner(middle + shift / 2, this.height * 0.27, this.#color('sun'), pace, now, 'YOU');
    this.#drawRunner(
      middle - shift / 2,
      this.height * 0.77,
      this.#color('rival'),
      rival.pace,
      now + 170,
      rival.name,
    );
  }

  #drawLanes() {
    const { context, width, height } = this;
    context.fillStyle = this.#color('lane');
    context.fillRect(0, 0, width, height);
    context.fillStyle = this.#color('line');
    for (const y of [0, height / 2 - 1.5, height - 3]) context.fillRect(0, y, width, 3);
    const gap = 90;
    context.fillStyle = this.#color('dash');
    for (let x = -(this.scroll % gap); x < width; x += gap) {
      context.fillRect(x, height * 0.46, 3, height * 0.04);
      context.fillRect(x, height * 0.94, 3, height * 0.04);
    }
  }

  /** A key cap on legs. */
  #drawRunner(x, y, color, pace, now, label) {
    const { context } = this;
    const size = this.height * 0.25;
    const stride = (now / 1000) * (3 + pace / 9);
    const bounce = Math.abs(Math.sin(stride)) * size * 0.12;
    const top = y - size * 0.62 - bounce;
    this.#drawWind(x - size * 0.8, y - size * 0.2, size, pace, color);
    context.strokeStyle = color;
    context.lineWidth = size * 0.13;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const phase of [0, Math.PI]) this.#drawLeg(x, top + size * 0.95, size, stride + phase);
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(x - size * 0.55, top, size * 1.1, size, size * 0.24);
    context.fill();
    context.fillStyle = this.#color('navy');
    context.font = `800 ${Math.max(10, size * 0.34)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(label, x, top + size * 0.53, size);
  }

  #drawLeg(x, y, size, phase) {
    const { context } = this;
    const swing = Math.sin(phase) * size * 0.34;
    const lift = Math.max(0, Math.cos(phase)) * size * 0.2;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + swing * 0.7, y + size * 0.22);
    context.lineTo(x + swing, y + size * 0.44 - lift);
    context.lineTo(x + swing + size * 0.14, y + size * 0.44 - lift);
    context.stroke();
  }

  #drawWind(x, y, size, pace, color) {
    const { context } = this;
    const length = Math.min(1, pace / 70) * size * 2.2;
    if (length < 4) return;
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.globalAlpha = 0.55;
    for (const [row, part] of [
      [-0.28, 0.7],
      [0, 1],
      [0.28, 0.55],
    ]) {
      const wobble = Math.sin(this.scroll / 30 + row * TAU) * size * 0.15;
      context.beginPath();
      context.moveTo(x + wobble, y + row * size);
      context.lineTo(x + wobble - length * part, y + row * size);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
