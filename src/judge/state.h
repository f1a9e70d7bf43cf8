/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_STATE_H
#define JUDGE_STATE_H
/*
 * The family of the state at hand-over: its functions, which stand in the table of state.c. Private to src/judge.
 *
 * A value here is true at one moment. Of several outputs each is judged by its own moment, and the worst verdict is told.
 */
#include "judge/judge.h"

/* Use (state_use.c). */
void idle_judge(struct judge *j, struct subject gpu);
void foreign_judge(struct judge *j, struct subject gpu);

/* Heat (state_heat.c). */
void temp_idle_judge(struct judge *j, struct subject gpu);
void temp_load_judge(struct judge *j, struct subject gpu);
void temp_limit_judge(struct judge *j, struct subject gpu);
bool fan_applies(struct judge *j, struct subject gpu);
void fan_judge(struct judge *j, struct subject gpu);

/* Clocks (state_clock.c) and what holds them back (state_throttle.c). */
void clocks_locked_judge(struct judge *j, struct subject gpu);
bool clocks_max_applies(struct judge *j, struct subject gpu);
void clocks_max_judge(struct judge *j, struct subject gpu);
void throttle_active_judge(struct judge *j, struct subject gpu);
void throttle_history_judge(struct judge *j, struct subject gpu);

/* Power (state_power.c). */
void power_limit_judge(struct judge *j, struct subject gpu);
void power_default_judge(struct judge *j, struct subject gpu);
void power_sensor_judge(struct judge *j, struct subject gpu);

/* Bits of the clock event (throttle) mask. */
enum clock_event {
	EVENT_GPU_IDLE = 0x1,
	EVENT_APPLICATION_CLOCKS = 0x2,
	EVENT_SW_POWER_CAP = 0x4,
	EVENT_HW_SLOWDOWN = 0x8,
	EVENT_SYNC_BOOST = 0x10,
	EVENT_SW_THERMAL = 0x20,
	EVENT_HW_THERMAL = 0x40,
	EVENT_HW_POWER_BRAKE = 0x80,
	EVENT_DISPLAY_CLOCK = 0x100,
};

/* A monitor that ran on, which shows a load and not the state at hand-over. */
bool state_is_monitor(const struct judge *j, const struct fact *fact);
/* MIG is on, in any output. */
bool state_mig(const struct judge *j, struct subject gpu);
/* The value of `key` at the moment of `fact`: same output, same sample. With a value, or NULL. */
const struct fact *state_beside(const struct judge *j, const struct fact *fact, enum key key);
/* The same, else from any output: for what does not change, as limits. */
const struct fact *state_beside_or_any(const struct judge *j, const struct fact *fact, enum key key);
/* Some output shows the power limit in force below its default; *ret_limit is it. */
bool state_power_lowered(const struct judge *j, struct subject gpu, const struct fact **ret_limit);
/* The two GPUs are of one model: one card of the catalogue, or one name. */
bool state_same_model(const struct judge *j, struct subject a, struct subject b);

#endif
