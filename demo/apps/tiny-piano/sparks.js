const GRAVITY = 140;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Notes and confetti rising from struck keys. The loop runs only while something is in the air. */
export function createSparks(canvas) {
  const pen = canvas.getContext('2d');
  const style = getComputedStyle(canvas);
  const sparks = [];
  let frame = 0;
  let last = 0;

  function fit() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    canvas.width = innerWidth * ratio;
    canvas.height = innerHeight * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  function draw(time) {
    const elapsed = Math.min((time - last) / 1000, 0.05);
    last = time;
    pen.clearRect(0, 0, innerWidth, innerHeight);
    const lightness = { note: style.getPropertyValue('--note'), dot: style.getPropertyValue('--dot') };
    for (let i = sparks.length - 1; i >= 0; i -= 1) {
      const spark = sparks[i];
      advance(spark, elapsed);
      if (spark.age >= spark.life) sparks.splice(i, 1);
      else paint(pen, spark, lightness);
    }
    frame = sparks.length ? requestAnimationFrame(draw) : 0;
  }

  function burst(x, y, hue, strength = 1) {
    if (reducedMotion.matches) return;
    sparks.push(makeNote(x, y, hue));
    for (let i = 0; i < 9 * strength; i += 1) sparks.push(makeDot(x, y, hue));
    if (!frame) {
      last = performance.now();
      frame = requestAnimationFrame(draw);
    }
  }

  addEventListener('resize', fit);
  fit();
  return { burst };
}

const between = (low, high) => low + Math.random() * (high - low);

function makeNote(x, y, hue) {
  return {
    note: true,
    x,
    y,
    vx: between(-30, 30),
    vy: between(-300, -210),
    size: between(9, 13),
    sway: between(2, 4),
    hue,
    age: 0,
    life: 2,
  };
}

function makeDot(x, y, hue) {
  const angle = between(-Math.PI * 0.9, -Math.PI * 0.1);
  const speed = between(90, 330);
  return {
    note: false,
    x,
    y,
    vx: Math.cos(angle) * speed,
    vy: Math.sin(angle) * speed,
    size: between(2, 5),
    sway: 0,
    hue: hue + between(-18, 18),
    age: 0,
    life: between(0.6, 1.1),
  };
}

function advance(spark, elapsed) {
  spark.age += elapsed;
  spark.vy += GRAVITY * elapsed * (spark.note ? 0.6 : 2);
  spark.x += (spark.vx + Math.sin(spark.age * spark.sway * 2) * spark.sway * 12) * elapsed;
  spark.y += spark.vy * elapsed;
}

function paint(pen, spark, lightness) {
  const left = 1 - spark.age / spark.life;
  pen.globalAlpha = Math.min(1, left * 2);
  pen.fillStyle = `oklch(${spark.note ? lightness.note : lightness.dot} 0.2 ${spark.hue})`;
  if (spark.note) paintNote(pen, spark);
  else {
    pen.beginPath();
    pen.arc(spark.x, spark.y, spark.size * left, 0, Math.PI * 2);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function paintNote(pen, { x, y, size, age, sway }) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(Math.sin(age * sway) * 0.3);
  pen.beginPath();
  pen.ellipse(0, 0, size, size * 0.74, -0.4, 0, Math.PI * 2);
  pen.fill();
  pen.fillRect(size * 0.68, -size * 3.2, size * 0.3, size * 3.1);
  pen.beginPath();
  pen.moveTo(size * 0.7, -size * 3.2);
  pen.quadraticCurveTo(size * 2.2, -size * 2.4, size * 1.7, -size * 1.2);
  pen.quadraticCurveTo(size * 1.7, -size * 2.1, size * 0.7, -size * 2.2);
  pen.fill();
  pen.restore();
}
