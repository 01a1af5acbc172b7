// The sweep of sweep.py for a GPU: a warp takes the 32 values of a word.
// CELLS, MOVES, LINES and PIECES are set when it is compiled.

typedef unsigned int u32;
typedef unsigned long long u64;

#define OPEN 0
#define NO_LOSS 1
#define LOSS 2
#define WIN 3
#define BELOW_WIDTH (CELLS + 2)

struct Shared {
    u32 turned[8 * PIECES * 32];
    u32 below[(CELLS + 1) * BELOW_WIDTH];
    u32 moves[5 * MOVES];
    u32 lines[LINES];
};

__device__ u32 image(const Shared &s, u32 turn, u32 word) {
    const u32 *table = s.turned + turn * PIECES * 32;
    u32 after = 0;
#pragma unroll
    for (int piece = 0; piece < PIECES; piece++)
        after |= table[piece * 32 + ((word >> (5 * piece)) & 31)];
    return after;
}

// The number of op among the words with as many bits on the cells that me leaves free.
__device__ u64 ranked(const Shared &s, u32 me, u32 op) {
    u64 found = 0;
    int count = 0;
    while (op) {
        int cell = __ffs(op) - 1;
        op &= op - 1;
        count++;
        int place = cell - __popc(me & ((1u << cell) - 1));
        found += s.below[place * BELOW_WIDTH + count];
    }
    return found;
}

// A word on the free places, put on the cells that me leaves free.
__device__ u32 spread(u32 word, u32 me) {
    u32 after = 0;
    u32 free = ~me & ((1u << CELLS) - 1);
    while (word) {
        u32 cell = free & (0u - free);
        if (word & 1) after |= cell;
        free ^= cell;
        word >>= 1;
    }
    return after;
}

__device__ bool has_line(const Shared &s, u32 word) {
    for (int line = 0; line < LINES; line++)
        if ((word & s.lines[line]) == s.lines[line]) return true;
    return false;
}

__device__ u32 value_at(const u64 *values, u64 at) {
    u64 word = ((volatile const u64 *)values)[at >> 5];
    u32 bit = at & 31;
    return (u32)((word >> bit) & 1) | ((u32)((word >> (bit + 32)) & 1) << 1);
}

__device__ u32 judged(const Shared &s, const u32 *row, const unsigned char *turn, u32 me, u32 op,
                      u32 value, bool opening, u64 other_columns, u64 above_columns,
                      const u64 *other, const u64 *above) {
    if (opening) {
        if (has_line(s, me)) return WIN;
        if (has_line(s, op)) return LOSS;
    }
    bool every_wins = value != NO_LOSS;
    u32 now = value;
    for (int move = 0; move < MOVES; move++) {
        const u32 *m = s.moves + 5 * move;
        u32 taken = m[0], down = m[1], up = m[2], step = m[3], entry = m[4];
        if (taken & op) continue;
        bool blank = !(taken & me);
        if (blank && !opening) continue;
        u32 stays = ~(taken | down | up);
        u32 mine = (me & stays) | ((me & down) >> step) | ((me & up) << step) | entry;
        u32 theirs = (op & stays) | ((op & down) >> step) | ((op & up) << step);
        u32 symmetry = turn[theirs];
        u64 column = ranked(s, image(s, symmetry, theirs), image(s, symmetry, mine));
        u32 reply = blank ? value_at(above, row[theirs] * above_columns + column)
                          : value_at(other, row[theirs] * other_columns + column);
        if (reply == LOSS) return WIN;
        if (reply != WIN) {
            every_wins = false;
            if (blank) now = NO_LOSS;
        }
    }
    return every_wins ? LOSS : now;
}

extern "C" __global__ void sweep(const u32 *row, const unsigned char *turn, const u32 *lookups,
                                 const u32 *first, const u32 *words, u64 columns,
                                 u64 other_columns, u64 above_columns, u64 *values,
                                 const u64 *other, const u64 *above, u64 positions, int opening,
                                 u64 *settled) {
    __shared__ Shared s;
    for (int at = threadIdx.x; at < sizeof(Shared) / 4; at += blockDim.x) ((u32 *)&s)[at] = lookups[at];
    __syncthreads();
    u32 lane = threadIdx.x & 31;
    u64 warps = (u64)gridDim.x * blockDim.x / 32;
    u64 count = (positions + 31) / 32;
    u32 found = 0;
    for (u64 w = ((u64)blockIdx.x * blockDim.x + threadIdx.x) / 32; w < count; w += warps) {
        u64 word = values[w];
        u32 value = (u32)((word >> lane) & 1) | ((u32)((word >> (lane + 32)) & 1) << 1);
        u64 at = w * 32 + lane;
        bool active = at < positions && value < LOSS;
        if (!__any_sync(0xffffffffu, active)) continue;
        u32 now = value;
        if (active) {
            u64 number = at / columns;
            u32 me = first[number];
            u32 op = spread(words[at - number * columns], me);
            now = judged(s, row, turn, me, op, value, opening, other_columns, above_columns, other,
                         above);
        }
        u32 low = __ballot_sync(0xffffffffu, now & 1);
        u32 high = __ballot_sync(0xffffffffu, now >> 1);
        u64 after = low | ((u64)high << 32);
        if (lane == 0 && after != word) {
            values[w] = after;
            found += __popc(high) - __popc((u32)(word >> 32));
        }
    }
    if (found) atomicAdd(settled, (u64)found);
}

// How many positions are won, lost and drawn, each row counted as often as its turnings differ.
extern "C" __global__ void count_values(const u64 *values, const unsigned char *orbit, u64 columns,
                                 u64 positions, u64 *totals) {
    u64 won = 0, lost = 0, drawn = 0;
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x; at < positions; at += stride) {
        u32 value = value_at(values, at);
        u64 times = orbit[at / columns];
        if (value == WIN) won += times;
        else if (value == LOSS) lost += times;
        else drawn += times;
    }
    atomicAdd(totals, won);
    atomicAdd(totals + 1, lost);
    atomicAdd(totals + 2, drawn);
}
