// The POSIX thread names that code written for gemmlowp uses, on every
// platform. Reached as profiling/pthread_everywhere.h. lowp itself does not use
// them.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_PTHREAD_EVERYWHERE_H_
#define LOWP_INTERNAL_COMPAT_PTHREAD_EVERYWHERE_H_

// Tells the caller that the real <pthread.h> is used, attributes included.
#if !defined(_WIN32) && !defined(GEMMLOWP_USE_PTHREAD)
#define GEMMLOWP_USE_PTHREAD
#endif

#ifdef GEMMLOWP_USE_PTHREAD
#include <pthread.h>
#else

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

namespace gemmlowp {
inline namespace lowp {

// Only null attributes, and only the functions that gemmlowp provides. As in
// POSIX, destroy or join whatever an init or create function makes.
using pthread_t = std::thread*;
using pthread_mutex_t = std::mutex*;
using pthread_cond_t = std::condition_variable*;

inline int pthread_create(pthread_t* thread, std::nullptr_t,
                          void* (*function)(void*), void* argument) {
  *thread = new std::thread([=] { function(argument); });
  return 0;
}

inline int pthread_join(pthread_t thread, std::nullptr_t) {
  thread->join();
  delete thread;
  return 0;
}

inline int pthread_mutex_init(pthread_mutex_t* mutex, std::nullptr_t) {
  *mutex = new std::mutex;
  return 0;
}

inline int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  delete *mutex;
  return 0;
}

inline int pthread_mutex_lock(pthread_mutex_t* mutex) {
  (*mutex)->lock();
  return 0;
}

inline int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  (*mutex)->unlock();
  return 0;
}

inline int pthread_cond_init(pthread_cond_t* condition, std::nullptr_t) {
  *condition = new std::condition_variable;
  return 0;
}

inline int pthread_cond_destroy(pthread_cond_t* condition) {
  delete *condition;
  return 0;
}

inline int pthread_cond_signal(pthread_cond_t* condition) {
  (*condition)->notify_one();
  return 0;
}

inline int pthread_cond_broadcast(pthread_cond_t* condition) {
  (*condition)->notify_all();
  return 0;
}

// The caller holds `mutex` before and after.
inline int pthread_cond_wait(pthread_cond_t* condition,
                             pthread_mutex_t* mutex) {
  std::unique_lock<std::mutex> held(**mutex, std::adopt_lock);
  (*condition)->wait(held);
  held.release();
  return 0;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // GEMMLOWP_USE_PTHREAD

#endif  // LOWP_INTERNAL_COMPAT_PTHREAD_EVERYWHERE_H_
