/** The brass slide rule: two scales that always agree under the red hairline. */

const MAJOR_GAP = 64;
const GLIDE = 0.16;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The nearest of 1, 2, 5 times a power of ten that is not below `size`. */
function niceStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].find((step) => step * power >= size * 0.999) * power;
}

export function createRule(canvas, { onSlide }) {
  const pen = canvas.getContext('2d');
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(`--${name}`);
  /** `perPixel` is how much of the first unit one pixel spans; `toOther` maps it to the second unit. */
  let scale = { perPixel: 1, toOther: (value) => value, names: ['', ''] };
  let shown = 0;
  let target = 0;
  let frame = 0;

  function fit() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.max(1, canvas.clientWidth * ratio);
    canvas.height = Math.max(1, canvas.clientHeight * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw();
  }

  function draw() {
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const middle = width / 2;
    pen.fillStyle = colour('brass');
    pen.fillRect(0, 0, width, height / 2);
    pen.fillStyle = colour('brass-low');
    pen.fillRect(0, height / 2, width, height / 2);
    pen.fillStyle = colour('navy');
    pen.fillRect(0, height / 2 - 1, width, 2);

    const origin = scale.toOther(shown);
    const otherPerPixel = Math.abs(scale.toOther(shown + scale.perPixel * 1000) - origin) / 1000;
    drawScale(shown, scale.perPixel, { middle, width, edge: 0, inward: 1, height });
    drawScale(origin, otherPerPixel, { middle, width, edge: height, inward: -1, height });
    drawNames(height);
    pen.fillStyle = colour('hair');
    pen.fillRect(middle - 1.5, 0, 3, height);
    drawArrow(middle, 0, 1);
    drawArrow(middle, height, -1);
  }

  function drawScale(value, perPixel, { middle, width, edge, inward, height }) {
    const step = niceStep(perPixel * MAJOR_GAP) / 10;
    const from = Math.ceil((value - perPixel * middle) / step);
    const to = Math.floor((value + perPixel * (width - middle)) / step);
    pen.fillStyle = colour('navy');
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = '600 13px ui-monospace, Menlo, Consolas, monospace';
    for (let i = from; i <= to; i += 1) {
      const x = middle + (i * step - value) / perPixel;
      const length = height * tickLength(i);
      pen.fillRect(x - 0.75, inward > 0 ? edge : edge - length, 1.5, length);
      if (i % 10 === 0) pen.fillText(label(i * step), x, edge + inward * (length + 11));
    }
  }

  function tickLength(i) {
    if (i % 10 === 0) return 0.17;
    return i % 5 === 0 ? 0.12 : 0.075;
  }

  function label(value) {
    const size = Math.abs(value);
    if (size >= 1e6 || (size > 0 && size < 1e-4)) return value.toExponential(1).replace('e+', 'e');
    return String(Number(value.toPrecision(6)));
  }

  function drawNames(height) {
    pen.font = '700 13px ui-monospace, Menlo, Consolas, monospace';
    pen.textAlign = 'left';
    pen.fillText(scale.names[0], 10, height / 2 - 14);
    pen.fillText(scale.names[1], 10, height / 2 + 14);
  }

  function drawArrow(x, y, inward) {
    pen.beginPath();
    pen.moveTo(x - 8, y);
    pen.lineTo(x + 8, y);
    pen.lineTo(x, y + 10 * inward);
    pen.fill();
  }

  function glide() {
    const gap = target - shown;
    shown += gap * GLIDE;
    if (Math.abs(gap) < scale.perPixel * 0.3) shown = target;
    draw();
    frame = shown === target ? 0 : requestAnimationFrame(glide);
  }

  function show(value, nextScale) {
    scale = nextScale;
    target = value;
    if (reducedMotion.matches) shown = value;
    // From very far away the glide starts near enough to be seen as a glide, not a blur.
    const reach = scale.perPixel * canvas.clientWidth * 1.5;
    if (Math.abs(target - shown) > reach) shown = target - Math.sign(target - shown) * reach;
    if (!frame) frame = requestAnimationFrame(glide);
  }

  function jump(value) {
    shown = value;
    target = value;
    draw();
  }

  listenToDrag(
    canvas,
    () => target,
    () => scale.perPixel,
    (value) => {
      jump(value);
      onSlide(value);
    },
  );
  new ResizeObserver(fit).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  return { show };
}

function listenToDrag(canvas, current, perPixel, slideTo) {
  let grip = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    grip = { x: event.clientX, value: current(), perPixel: perPixel() };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!grip) return;
    const raw = grip.value + (grip.x - event.clientX) * grip.perPixel;
    const grain = niceStep(grip.perPixel * MAJOR_GAP) / 100;
    slideTo(Number((Math.round(raw / grain) * grain).toPrecision(9)));
  });
  for (const type of ['pointerup', 'pointercancel'])
    canvas.addEventListener(type, () => {
      grip = null;
    });
}

/** One pixel of the scale for a value: about a dozen marks either side on a phone, whatever the magnitude. */
export function scaleFor(value) {
  const size = Math.abs(value);
  return niceStep(size > 0 ? size / 4 : 1) / MAJOR_GAP;
}
